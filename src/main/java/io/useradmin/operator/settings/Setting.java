package io.useradmin.operator.settings;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.common.utils.StringUtil;
import io.useradmin.shared.Bounds;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A setting and its allowed values.
 *
 * @param mayBeEmpty whether empty text means unset
 * @param ownDefault its default; unknown for a setting of Quarkus
 */
record Setting(String name, SettingSyntax syntax, boolean mayBeEmpty, Optional<String> ownDefault, List<Bound> bounds) {
    static Setting required(String name, SettingSyntax syntax, Bound... bounds) {
        return new Setting(name, syntax, false, Optional.empty(), List.of(bounds));
    }

    static Setting optional(String name, SettingSyntax syntax, Bound... bounds) {
        return new Setting(name, syntax, true, Optional.empty(), List.of(bounds));
    }

    /** The settings of a {@link ConfigMapping}. {@link KnownSettings} lists those that may be unset, with their syntax. */
    static Stream<Setting> ofMapping(Class<?> mapping) {
        String prefix = mapping.getAnnotation(ConfigMapping.class).prefix() + ".";
        return Arrays.stream(mapping.getDeclaredMethods())
                .filter(method -> method.getReturnType() != Optional.class)
                .map(method -> ofMethod(prefix + StringUtil.skewer(method.getName()), method));
    }

    private static Setting ofMethod(String name, Method method) {
        return new Setting(
                name,
                SettingSyntax.of(method.getReturnType()),
                false,
                Optional.ofNullable(method.getAnnotation(WithDefault.class)).map(WithDefault::value),
                Optional.ofNullable(method.getAnnotation(Bounds.class))
                        .map(Bound::of)
                        .orElse(List.of()));
    }
}
