using System;

namespace Shop.Suppliers;

/// <summary>No supplier has what was ordered.</summary>
public class NotOffered : Exception
{
    public NotOffered(string message) : base(message)
    {
    }
}
