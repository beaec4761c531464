package shop.shipping;

import java.util.Comparator;
import java.util.List;

/** Sends each parcel with the cheapest carrier. */
public class ShippingService {
    private final List<Carrier> carriers;
    private String lastCode = "";

    public ShippingService(List<Carrier> carriers) {
        this.carriers = carriers;
    }

    /** Sends a parcel; returns its tracking code, or nothing when no carrier takes it. */
    public String ship(int grams) {
        Carrier carrier = cheapest(grams);
        try {
            lastCode = carrier.send(grams);
            return lastCode;
        } catch (ShippingException error) {
            return "";
        }
    }

    private Carrier cheapest(int grams) {
        return carriers.stream()
                .min(Comparator.comparingInt(carrier -> carrier.price(grams)))
                .orElseGet(ShippingService::defaultCarrier);
    }

    private static Carrier defaultCarrier() {
        return new PostalCarrier();
    }
}
