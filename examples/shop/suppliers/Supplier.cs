using System.Collections.Generic;

namespace Shop.Suppliers;

/// <summary>Who delivers products to the shop.</summary>
public interface ISupplier
{
    string Name { get; }

    /// <summary>What a number of pieces costs, in cents.</summary>
    int Price(string code, int pieces);

    Delivery Order(string code, int pieces);
}

/// <summary>What a supplier promises to bring.</summary>
public record Delivery(string Code, int Pieces, int Days);

/// <summary>Delivers what stands in its list, and nothing else.</summary>
public class Wholesaler : ISupplier
{
    private readonly Dictionary<string, int> _cents = new();

    public Wholesaler(string name)
    {
        Name = name;
    }

    public string Name { get; }

    public void Offer(string code, int cents)
    {
        _cents[code] = cents;
    }

    public int Price(string code, int pieces) => _cents[code] * pieces;

    public Delivery Order(string code, int pieces)
    {
        if (!_cents.ContainsKey(code))
        {
            throw new NotOffered($"{Name} has no {code}");
        }
        return new Delivery(code, pieces, Days: 2);
    }
}
