package shop.shipping;

/** The national post. */
public class PostalCarrier implements Carrier {
    private static final int MAX_GRAMS = 20_000;
    private int sent = 0;

    @Override
    public int price(int grams) {
        return 390 + grams / 100 * 5;
    }

    @Override
    public String send(int grams) throws ShippingException {
        if (grams > MAX_GRAMS) {
            throw new ShippingException("too heavy: " + grams + " g");
        }
        sent++;
        return "POST-" + sent;
    }
}
