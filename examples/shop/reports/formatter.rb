# frozen_string_literal: true

module Reports
  # Writes amounts as people read them.
  class Formatter
    def initialize(currency = ENV.fetch("SHOP_CURRENCY", "EUR"))
      @currency = currency
    end

    def money(cents)
      format("%.2f %s", cents / 100.0, @currency)
    end
  end

  # The same, for spreadsheets.
  class PlainFormatter < Formatter
    def money(cents)
      super.split.first
    end
  end
end
