import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.Elements;
import javax.tools.ToolProvider;

/** What javac says of the calls in sources: `java JavaCalls.java ROOT OUTPUT FOLDER... [-- OPTION...]`, see README.md. */
public class JavaCalls {
    private final Path root;
    private final Trees trees;
    private final SourcePositions positions;
    private final Elements elements;
    private final Map<String, String> functions = new TreeMap<>();
    private final Map<String, String> calls = new TreeMap<>();
    private final SortedSet<String> unknown = new TreeSet<>();

    private JavaCalls(Path root, JavacTask task) {
        this.root = root;
        this.trees = Trees.instance(task);
        this.positions = trees.getSourcePositions();
        this.elements = task.getElements();
    }

    public static void main(String[] given) throws IOException {
        List<String> arguments = List.of(given);
        int end = arguments.contains("--") ? arguments.indexOf("--") : given.length;
        Path root = Path.of(given[0]).toRealPath();
        List<Path> sources = new ArrayList<>();
        for (String folder : arguments.subList(2, end)) {
            try (Stream<Path> found = Files.walk(root.resolve(folder))) {
                found.filter(path -> path.toString().endsWith(".java")).sorted().forEach(sources::add);
            }
        }
        List<String> options = new ArrayList<>(List.of("-proc:none"));
        options.addAll(arguments.subList(Math.min(end + 1, given.length), given.length));
        var compiler = ToolProvider.getSystemJavaCompiler();
        var files = compiler.getStandardFileManager(null, null, null);
        var units = files.getJavaFileObjectsFromPaths(sources);
        var task = (JavacTask) compiler.getTask(null, files, null, options, null, units);
        List<CompilationUnitTree> parsed = new ArrayList<>();
        task.parse().forEach(parsed::add);
        task.analyze();
        var reader = new JavaCalls(root, task);
        parsed.forEach(unit -> reader.new Scanner().scan(unit, null));
        reader.write(Path.of(given[1]));
    }

    /** Collects the methods and calls of a file; a lambda is a part of the method around it. */
    private final class Scanner extends TreePathScanner<Void, Void> {
        private CompilationUnitTree unit;
        private List<String> callers = List.of();

        @Override
        public Void visitCompilationUnit(CompilationUnitTree found, Void nothing) {
            unit = found;
            callers = List.of(path(found) + ":0");
            return super.visitCompilationUnit(found, nothing);
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            Element element = trees.getElement(getCurrentPath());
            String key = key(element);
            if (key == null) {
                return null;
            }
            functions.put(key, element.getEnclosingElement().getSimpleName() + "." + written(element));
            return within(List.of(key), () -> super.visitMethod(method, nothing));
        }

        /** What instances begin with is run by the constructors that call no other of their class. */
        @Override
        public Void visitClass(ClassTree found, Void nothing) {
            List<String> constructors = new ArrayList<>();
            for (Tree member : found.getMembers()) {
                if (member instanceof MethodTree method && method.getName().contentEquals("<init>")
                        && !method.getBody().toString().matches("(?s)\\{\\s*this\\(.*")) {
                    String key = key(trees.getElement(new TreePath(getCurrentPath(), method)));
                    if (key != null) {
                        constructors.add(key);
                    }
                }
            }
            for (Tree member : found.getMembers()) {
                boolean initializes = member instanceof VariableTree field
                        && !field.getModifiers().getFlags().contains(Modifier.STATIC)
                        || member instanceof BlockTree block && !block.isStatic();
                within(initializes && !constructors.isEmpty() ? constructors : callers, () -> scan(member, nothing));
            }
            return null;
        }

        private Void within(List<String> inner, Runnable part) {
            List<String> around = callers;
            callers = inner;
            part.run();
            callers = around;
            return null;
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
            Tree callee = call.getMethodSelect();
            String name = callee instanceof MemberSelectTree select
                    ? select.getIdentifier().toString()
                    : ((IdentifierTree) callee).getName().toString();
            boolean stands = positions.getEndPosition(unit, callee) > positions.getStartPosition(unit, callee);
            note(trees.getElement(getCurrentPath()), name, stands ? "direct" : "implicit");
            return super.visitMethodInvocation(call, nothing);
        }

        @Override
        public Void visitNewClass(NewClassTree made, Void nothing) {
            Element element = trees.getElement(getCurrentPath());
            note(made.getClassBody() == null ? element : ofBase(made), made.getIdentifier().toString(), "constructor");
            return super.visitNewClass(made, nothing);
        }

        /** The constructor that `new Base(...) { ... }` calls, by what javac writes into the body. */
        private Element ofBase(NewClassTree made) {
            for (Tree member : made.getClassBody().getMembers()) {
                if (member instanceof MethodTree method && method.getName().contentEquals("<init>")) {
                    var first = (ExpressionStatementTree) method.getBody().getStatements().get(0);
                    return trees.getElement(TreePath.getPath(unit, first.getExpression()));
                }
            }
            return null;
        }

        private void note(Element element, String name, String group) {
            String callee = key(element);
            for (String caller : callers) {
                if (element == null || element.asType().getKind() != TypeKind.EXECUTABLE) {
                    unknown.add(row(caller, name));
                } else if (callee != null) {
                    calls.merge(row(caller, callee), group, (old, now) -> old.equals("implicit") ? now : old);
                }
            }
        }
    }

    private String path(CompilationUnitTree unit) {
        return root.relativize(Path.of(unit.getSourceFile().toUri())).toString().replace('\\', '/');
    }

    private static String written(Element element) {
        boolean constructor = element.getKind() == ElementKind.CONSTRUCTOR;
        return (constructor ? element.getEnclosingElement() : element).getSimpleName().toString();
    }

    /** Where the name of a method stands; what nobody wrote, or stands elsewhere, has no place. */
    private String key(Element element) {
        TreePath found = element == null ? null : trees.getPath(element);
        if (found == null || elements.getOrigin(element) != Elements.Origin.EXPLICIT) {
            return null;
        }
        CompilationUnitTree unit = found.getCompilationUnit();
        MethodTree method = (MethodTree) found.getLeaf();
        long before = Math.max(positions.getStartPosition(unit, method), positions.getEndPosition(unit, method.getModifiers()));
        if (method.getReturnType() != null) {
            before = Math.max(before, positions.getEndPosition(unit, method.getReturnType()));
        }
        try {
            var name = Pattern.compile("\\b" + Pattern.quote(written(element)) + "\\b").matcher(unit.getSourceFile().getCharContent(true));
            return name.find((int) before) ? path(unit) + ":" + unit.getLineMap().getLineNumber(name.start()) : null;
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private void write(Path output) throws IOException {
        calls.keySet().removeIf(row -> !functions.containsKey(row.split("\"")[3]));
        Files.writeString(output, "{\"functions\": {\n"
                + functions.entrySet().stream().map(JavaCalls::pair).collect(Collectors.joining(",\n"))
                + "},\n\"calls\": [\n"
                + calls.entrySet().stream().map(entry -> "[" + entry.getKey() + ", " + quoted(entry.getValue()) + "]").collect(Collectors.joining(",\n"))
                + "],\n\"unknown\": [\n"
                + unknown.stream().map(row -> "[" + row + "]").collect(Collectors.joining(",\n"))
                + "],\n\"skipped\": {}}\n");
    }

    private static String pair(Map.Entry<String, String> entry) {
        return quoted(entry.getKey()) + ": " + quoted(entry.getValue());
    }

    private static String row(String caller, String callee) {
        return quoted(caller) + ", " + quoted(callee);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + '"';
    }
}
