# frozen_string_literal: true

module Reports
  # The sales of one day.
  class Sales
    # No sale was found for the day.
    class Empty < StandardError; end

    attr_reader :orders

    def initialize(orders)
      @orders = orders
      @printed = 0
    end

    # What was sold in all, in cents.
    def total
      raise Empty, "nothing was sold" if orders.empty?

      orders.sum { |order| order[:cents] }
    end

    def average
      total / orders.size
    end

    def print_to(out, formatter)
      out.puts formatter.money(total)
      @printed += 1
    end
  end
end
