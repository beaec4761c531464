package shop.vouchers

/** Keeps vouchers where they are found again. */
interface VoucherStore {
    fun find(code: String): Voucher?

    fun save(voucher: Voucher)
}

class MemoryStore : VoucherStore {
    private val vouchers = mutableMapOf<String, Voucher>()

    override fun find(code: String): Voucher? = vouchers[code]

    override fun save(voucher: Voucher) {
        vouchers[voucher.code] = voucher
    }
}

/** Gives vouchers out and takes them back. */
class Vouchers(private val store: VoucherStore) {
    fun issue(code: String, cents: Int): Voucher = Voucher(code, cents).also { store.save(it) }

    /** Returns what is left to pay after a voucher. */
    fun redeem(code: String, cents: Int): Int {
        val voucher = store.find(code) ?: throw UnknownVoucher(code)
        if (voucher.isSpent) throw SpentVoucher(code)
        voucher.isSpent = true
        store.save(voucher)
        return voucher.off(cents)
    }

    /** The same, for a customer who may have mistyped it. */
    fun tryRedeem(code: String, cents: Int): Int =
        try {
            redeem(code, cents)
        } catch (error: VoucherError) {
            cents
        }
}
