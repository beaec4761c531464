import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kotlin.Unit;
import org.jetbrains.kotlin.backend.common.extensions.IrGenerationExtension;
import org.jetbrains.kotlin.backend.common.extensions.IrPluginContext;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;
import org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar;
import org.jetbrains.kotlin.config.CompilerConfiguration;
import org.jetbrains.kotlin.ir.IrElement;
import org.jetbrains.kotlin.ir.declarations.IrClass;
import org.jetbrains.kotlin.ir.declarations.IrConstructor;
import org.jetbrains.kotlin.ir.declarations.IrDeclaration;
import org.jetbrains.kotlin.ir.declarations.IrDeclarationWithName;
import org.jetbrains.kotlin.ir.declarations.IrFile;
import org.jetbrains.kotlin.ir.declarations.IrFunction;
import org.jetbrains.kotlin.ir.declarations.IrModuleFragment;
import org.jetbrains.kotlin.ir.declarations.IrProperty;
import org.jetbrains.kotlin.ir.declarations.IrSimpleFunction;
import org.jetbrains.kotlin.ir.expressions.IrEnumConstructorCall;
import org.jetbrains.kotlin.ir.expressions.IrFunctionAccessExpression;
import org.jetbrains.kotlin.ir.util.IrFakeOverrideUtilsKt;
import org.jetbrains.kotlin.ir.util.IrUtilsKt;
import org.jetbrains.kotlin.ir.visitors.IrVisitor;

/** What Kotlin's compiler says of the calls in sources: see README.md. */
public class KotlinCalls extends CompilerPluginRegistrar implements IrGenerationExtension {
    private static final Pattern ANNOTATED = Pattern.compile("\\G\\s*(?:/\\*(?s:.*?)\\*/|//[^\\n]*|@[\\w.:]+(?:\\([^()]*\\))?)");
    private static Path root = Path.of(".");
    private final Map<String, String> functions = new TreeMap<>();
    private final Map<String, String> calls = new TreeMap<>();
    private final Map<String, String> texts = new HashMap<>();

    public static void main(String[] given) throws Exception {
        List<String> arguments = List.of(given);
        int end = arguments.contains("--") ? arguments.indexOf("--") : given.length;
        Path classes = Path.of(KotlinCalls.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path service = classes.resolve("META-INF/services/" + CompilerPluginRegistrar.class.getName());
        Files.createDirectories(service.getParent());
        Files.writeString(service, KotlinCalls.class.getName());
        System.setProperty("calls.root", Path.of(given[0]).toRealPath().toString());
        System.setProperty("calls.output", given[1]);
        List<String> options = new ArrayList<>(List.of("-Xplugin=" + classes, "-no-stdlib", "-no-reflect", "-nowarn",
                "-d", Files.createTempDirectory("calls").toString()));
        options.addAll(arguments.subList(Math.min(end + 1, given.length), given.length));
        for (String folder : arguments.subList(2, end)) {
            try (Stream<Path> found = Files.walk(Path.of(given[0]).toRealPath().resolve(folder))) {
                found.filter(path -> path.toString().endsWith(".kt")).sorted().forEach(path -> options.add(path.toString()));
            }
        }
        K2JVMCompiler.main(options.toArray(String[]::new));
    }

    @Override
    public String getPluginId() {
        return "calls";
    }

    @Override
    public boolean getSupportsK2() {
        return true;
    }

    @Override
    public void registerExtensions(ExtensionStorage storage, CompilerConfiguration configuration) {
        storage.registerExtension(IrGenerationExtension.Companion, this);
    }

    @Override
    public void generate(IrModuleFragment module, IrPluginContext context) {
        root = Path.of(System.getProperty("calls.root"));
        for (IrFile file : module.getFiles()) {
            new Scanner(path(file) + ":0").visitElement(file, null);
        }
        try {
            write(Path.of(System.getProperty("calls.output")));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** Collects functions and calls; a function without a name is a part of what is around it. */
    private final class Scanner extends IrVisitor<Unit, Object> {
        private String caller;

        private Scanner(String file) {
            caller = file;
        }

        @Override
        public Unit visitElement(IrElement element, Object nothing) {
            String around = caller;
            if (element instanceof IrDeclaration declaration && (element instanceof IrFunction || element instanceof IrClass)) {
                String key = key(declaration);
                boolean isPart = element instanceof IrConstructor made && made.isPrimary();
                if (key != null && !isPart) {
                    caller = key;
                    functions.put(key, name(declaration));
                }
            }
            if (element instanceof IrFunctionAccessExpression call) {
                note(call);
            }
            element.acceptChildren(this, null);
            caller = around;
            return Unit.INSTANCE;
        }

        private void note(IrFunctionAccessExpression call) {
            IrFunction callee = IrFakeOverrideUtilsKt.resolveFakeOverrideOrSelf(call.getSymbol().getOwner());
            String key = callee instanceof IrConstructor made && made.isPrimary() ? key(IrUtilsKt.getParentAsClass(made)) : key(callee);
            boolean lists = call instanceof IrEnumConstructorCall && key != null && key.equals(caller);
            if (key == null || call.getStartOffset() < 0 || lists) {
                return;
            }
            functions.putIfAbsent(key, name(callee));
            calls.putIfAbsent(quoted(caller) + ", " + quoted(key), group(callee, call));
        }
    }

    private static String group(IrFunction callee, IrFunctionAccessExpression call) {
        if (callee instanceof IrConstructor) {
            return "constructor";
        }
        if (((IrSimpleFunction) callee).getCorrespondingPropertySymbol() != null) {
            return "property";
        }
        String origin = String.valueOf(call.getOrigin());
        return origin.equals("null") || origin.equals("INVOKE") || origin.equals("GET_PROPERTY") ? "direct" : "operator";
    }

    private static String name(IrDeclaration declaration) {
        String own = declaration instanceof IrConstructor
                ? IrUtilsKt.getParentAsClass(declaration).getName().asString()
                : ((IrDeclarationWithName) declaration).getName().asString();
        return declaration.getParent() instanceof IrClass around ? around.getName().asString() + "." + own : own;
    }

    /** Where the name of something stands; what nobody wrote, has no name, or stands elsewhere has no place. */
    private String key(IrDeclaration declaration) {
        String origin = declaration.getOrigin().toString();
        IrFile file = IrUtilsKt.getFileOrNull(declaration);
        boolean isWritten = origin.equals("DEFINED") || origin.equals("LOCAL_FUNCTION");
        if (file == null || !isWritten || declaration.getStartOffset() < 0) {
            return null;
        }
        String wanted;
        int start = declaration.getStartOffset();
        if (declaration instanceof IrConstructor) {
            wanted = "\\bconstructor\\b";
        } else if (declaration instanceof IrSimpleFunction function && function.getCorrespondingPropertySymbol() != null) {
            IrProperty property = function.getCorrespondingPropertySymbol().getOwner();
            boolean sets = function.getName().asString().startsWith("<set-");
            start = sets ? start : property.getStartOffset();
            wanted = sets ? "\\bset\\b" : "\\bva[lr]\\b[^\\n=]*?\\b" + Pattern.quote(property.getName().asString()) + "\\b";
        } else {
            String name = ((IrDeclarationWithName) declaration).getName().asString();
            if (name.startsWith("<") || name.equals("Companion")) {
                return null;
            }
            wanted = "\\b(?:fun|class|interface|object)\\b(?s:.*?)`?\\b" + Pattern.quote(name) + "\\b";
        }
        String text = texts.computeIfAbsent(file.getFileEntry().getName(), KotlinCalls::text);
        var before = ANNOTATED.matcher(text);
        while (before.find(start)) {
            start = before.end();
        }
        var found = Pattern.compile(wanted).matcher(text);
        return found.find(start) ? path(file) + ":" + (1 + text.substring(0, found.end()).chars().filter(one -> one == '\n').count()) : null;
    }

    private static String text(String path) {
        try {
            return Files.readString(Path.of(path)).replace("\r\n", "\n");
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static String path(IrFile file) {
        return root.relativize(Path.of(file.getFileEntry().getName())).toString().replace('\\', '/');
    }

    private void write(Path output) throws IOException {
        Files.writeString(output, "{\"functions\": {\n"
                + functions.entrySet().stream().map(one -> quoted(one.getKey()) + ": " + quoted(one.getValue())).collect(Collectors.joining(",\n"))
                + "},\n\"calls\": [\n"
                + calls.entrySet().stream().map(one -> "[" + one.getKey() + ", " + quoted(one.getValue()) + "]").collect(Collectors.joining(",\n"))
                + "],\n\"unknown\": [], \"skipped\": {}}\n");
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
