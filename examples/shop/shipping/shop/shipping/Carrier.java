package shop.shipping;

/** Brings parcels to customers. */
public interface Carrier {
    /** Returns the price of a parcel, in cents. */
    int price(int grams);

    /** Hands a parcel over and returns its tracking code. */
    String send(int grams) throws ShippingException;
}
