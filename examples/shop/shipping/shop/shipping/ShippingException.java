package shop.shipping;

/** A parcel could not be sent. */
public class ShippingException extends Exception {
    public ShippingException(String message) {
        super(message);
    }
}
