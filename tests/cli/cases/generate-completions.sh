# Each shell that is here reads its own.
for shell in bash zsh fish; do
    "$JFRTOOL" generate $shell >completion || exit 1
    if command -v $shell >/dev/null; then $shell -n completion || echo "$shell does not read it"; fi
done
