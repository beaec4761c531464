# frozen_string_literal: true

require_relative "formatter"
require_relative "sales"

# Prints the report of one day.
def daily_report(orders, out: $stdout)
  sales = Reports::Sales.new(orders)
  sales.print_to(out, Reports::Formatter.new)
rescue Reports::Sales::Empty => error
  out.puts error.message
end

daily_report([{ cents: 450 }, { cents: 900 }]) if $PROGRAM_NAME == __FILE__
