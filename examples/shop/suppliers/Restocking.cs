using System.Collections.Generic;
using System.Linq;

namespace Shop.Suppliers;

/// <summary>Orders again what runs out.</summary>
public class Restocking
{
    private readonly List<ISupplier> _suppliers;
    private int _orders;

    public Restocking(IEnumerable<ISupplier> suppliers)
    {
        _suppliers = suppliers.ToList();
    }

    /// <summary>Orders from the cheapest supplier; returns nothing when nobody has it.</summary>
    public Delivery? Restock(string code, int pieces)
    {
        try
        {
            var delivery = Cheapest(code, pieces).Order(code, pieces);
            _orders += 1;
            return delivery;
        }
        catch (NotOffered)
        {
            return null;
        }
    }

    private ISupplier Cheapest(string code, int pieces)
    {
        return _suppliers.OrderBy(supplier => supplier.Price(code, pieces)).First();
    }
}
