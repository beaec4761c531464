defmodule Helpdesk do
  @moduledoc "What customers ask, and who answers."

  alias Helpdesk.Question

  @doc "Answers a question, once."
  def answer(%Question{answer: nil} = question, text), do: %{question | answer: text}

  def answer(%Question{} = question, _text) do
    raise Helpdesk.AnsweredError, "#{question.id} is answered"
  end

  @doc "The questions that wait, the most urgent first."
  def waiting(questions) do
    questions
    |> Enum.filter(&Question.open?/1)
    |> Enum.sort_by(&Question.urgency(&1, limit()))
  end

  defp limit do
    String.to_integer(System.get_env("SHOP_HELPDESK_HOURS", "24"))
  end
end

defmodule Helpdesk.AnsweredError do
  defexception message: "answered"
end
