// What the bytecode of an assembly calls, by mcs of Mono: `mono CSharpCalls.exe ASSEMBLY ROOT OUTPUT`, see README.md.
//
// Each line of the output is a method or a call, with tabs between its fields:
//     M  number  type  name  parameters  file  first line  last line  number of what it overrides, or -1
//     C  number of the caller  number of the callee  line  operation
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.Cecil.Mdb;

class CSharpCalls
{
    static readonly Dictionary<MethodDefinition, int> numbers = new Dictionary<MethodDefinition, int>();

    static void Main(string[] arguments)
    {
        var reading = new ReaderParameters { ReadSymbols = true, SymbolReaderProvider = new MdbReaderProvider() };
        var module = ModuleDefinition.ReadModule(arguments[0], reading);
        var root = Path.GetFullPath(arguments[1]).TrimEnd('/') + "/";
        var methods = module.GetTypes().SelectMany(type => type.Methods).ToList();
        foreach (var method in methods) numbers[method] = numbers.Count;
        using (var output = new StreamWriter(arguments[2]))
        {
            foreach (var method in methods) output.WriteLine(Described(method, root));
            foreach (var method in methods.Where(one => one.HasBody)) WriteCalls(method, output);
        }
    }

    static string Described(MethodDefinition method, string root)
    {
        var points = method.HasBody
            ? method.Body.Instructions.Select(one => one.SequencePoint).Where(IsShown).ToList()
            : new List<SequencePoint>();
        var file = points.Count == 0 ? "" : Path.GetFullPath(points[0].Document.Url).Replace(root, "");
        var parameters = string.Join(",", method.Parameters.Select(one => one.ParameterType.Name));
        var first = points.Count == 0 ? 0 : points[0].StartLine;
        var last = points.Count == 0 ? 0 : points[points.Count - 1].StartLine;
        return string.Join("\t", "M", numbers[method], method.DeclaringType.FullName, method.Name, parameters, file, first,
            last, Overridden(method));
    }

    static void WriteCalls(MethodDefinition caller, TextWriter output)
    {
        var line = 0;
        foreach (var instruction in caller.Body.Instructions)
        {
            if (IsShown(instruction.SequencePoint)) line = instruction.SequencePoint.StartLine;
            var called = instruction.Operand as MethodReference;
            if (called == null) continue;
            var callee = Constrained(instruction.Previous, called) ?? Resolved(called);
            if (callee != null && numbers.ContainsKey(callee))
                output.WriteLine(string.Join("\t", "C", numbers[caller], numbers[callee], line, instruction.OpCode.Name));
        }
    }

    static bool IsShown(SequencePoint point)
    {
        return point != null && point.StartLine > 0 && point.StartLine < 0xf00000;
    }

    // A struct's own method, which the bytecode calls by the name of what it overrides.
    static MethodDefinition Constrained(Instruction before, MethodReference called)
    {
        if (before == null || before.OpCode != OpCodes.Constrained) return null;
        var type = ((TypeReference)before.Operand).GetElementType() as TypeDefinition;
        return type == null ? null : type.Methods.FirstOrDefault(one => one.Name == called.Name
            && one.Parameters.Count == called.Parameters.Count);
    }

    static MethodDefinition Resolved(MethodReference called)
    {
        var type = called.DeclaringType.GetElementType();
        if (type.Scope != called.Module && !(type is TypeDefinition)) return null;
        try { return called.Resolve(); }
        catch (AssemblyResolutionException) { return null; }
    }

    static int Overridden(MethodDefinition method)
    {
        if (!method.IsVirtual || method.IsNewSlot) return -1;
        for (var type = Base(method.DeclaringType); type != null; type = Base(type))
        {
            var found = type.Methods.FirstOrDefault(one => one.IsVirtual && one.Name == method.Name
                && one.Parameters.Count == method.Parameters.Count
                && one.Parameters.Zip(method.Parameters, Alike).All(is_alike => is_alike));
            if (found != null) return numbers[found];
        }
        return -1;
    }

    static bool Alike(ParameterDefinition one, ParameterDefinition other)
    {
        return one.ParameterType.Name == other.ParameterType.Name || one.ParameterType is GenericParameter;
    }

    static TypeDefinition Base(TypeDefinition type)
    {
        if (type.BaseType == null) return null;
        var element = type.BaseType.GetElementType();
        return type.Module.GetTypes().FirstOrDefault(one => one.FullName == element.FullName);
    }
}
