defmodule Helpdesk.Question do
  @moduledoc "A question of a customer."

  defstruct [:id, :text, :answer, hours: 0]

  def open?(question), do: question.answer == nil

  @doc "How soon a question must be answered: what has waited too long comes first."
  def urgency(%__MODULE__{hours: hours}, limit) when hours > limit, do: 0
  def urgency(%__MODULE__{hours: hours}, limit), do: limit - hours
end
