/**
 * Whether all addresses of a command are official installers of well-known tools: over https, or without a scheme,
 * which `curl` completes. These commands are the vendors' own instructions; they are labelled and not held.
 */
export function isKnownInstaller(command: string): boolean {
  const addresses =
    command.match(
      /\b[a-z]{2,10}:\/\/[^\s"'`<>)|;]{4,300}|(?<![\w./@:=-])(?:[a-z0-9-]{1,40}\.){1,3}[a-z]{2,10}(?:\/[^\s"'`<>)|;]{0,300}|(?=[\s"'`<>)|;]|$))/gi,
    ) ?? [];
  const completed = addresses.map((address) => (/^[a-z]+:\/\//i.test(address) ? address : `https://${address}`));
  return completed.length > 0 && completed.every((address) => KNOWN.test(address));
}

// Host and path are compared from the start, so that neither a longer host nor another path of a shared host matches.
// Only branches and releases of a repository count: GitHub serves commits of forks under the same address.
const KNOWN =
  /^https:\/\/(?:sh\.rustup\.rs\/?$|astral\.sh\/(?:uv|ruff)\/(?:[\d.]{1,12}\/)?install\.(?:sh|ps1)$|bun\.(?:sh|com)\/install(?:\.ps1)?$|deno\.land\/install\.(?:sh|ps1)$|get\.docker\.com\/?$|aka\.ms\/(?:InstallAzureCLIDeb|install-azd\.(?:sh|ps1)|install-artifacts-credprovider\.(?:sh|ps1))$|install\.python-poetry\.org\/?$|get\.pnpm\.io\/install\.(?:sh|ps1)$|deb\.nodesource\.com\/setup_[\w.]{1,8}$|rpm\.nodesource\.com\/setup_[\w.]{1,8}$|fnm\.vercel\.app\/install$|get\.volta\.sh\/?$|get\.k3s\.io\/?$|fly\.io\/install\.(?:sh|ps1)$|ollama\.com\/install\.sh$|starship\.rs\/install\.sh$|tailscale\.com\/install\.sh$|mise\.run\/?$|nixos\.org\/nix\/install$|install\.determinate\.systems\/nix$|get\.sdkman\.io\/?$|get\.scoop\.sh\/?$|community\.chocolatey\.org\/install\.ps1$|claude\.ai\/install\.(?:sh|ps1)$|cli\.github\.com\/packages\/[\w./-]{1,80}$|install\.meilisearch\.com\/?$|repo\.anaconda\.com\/(?:miniconda|archive)\/[\w.-]{1,80}$|awscli\.amazonaws\.com\/[\w.-]{1,60}$|sdk\.cloud\.google\.com\/?$|get\.helm\.sh\/[\w.-]{1,60}$|apt\.releases\.hashicorp\.com\/gpg$|packages\.microsoft\.com\/[\w./-]{1,80}$|download\.docker\.com\/[\w./-]{1,80}$|dl\.k8s\.io\/[\w./$()-]{1,80}$|cdn\.deno\.land\/[\w./-]{1,80}$|go\.dev\/dl\/[\w.-]{1,60}$|dot\.net\/v1\/dotnet-install\.(?:sh|ps1)$|builds\.dotnet\.microsoft\.com\/[\w./-]{1,80}$|cli\.codecov\.io\/[\w./-]{1,60}$|app\.warp\.dev\/[\w./-]{1,60}$|get\.jetify\.com\/devbox$|install\.duckdb\.org\/?$|opencode\.ai\/install$|boxstarter\.org\/bootstrapper\.ps1$|rustwasm\.github\.io\/wasm-pack\/installer\/init\.sh$|www\.npmjs\.com\/install\.sh$|cursor\.com\/install$|bootstrap\.pypa\.io\/get-pip\.py$|getcomposer\.org\/installer$|install\.julialang\.org\/?$|get-ghcup\.haskell\.org\/?$|pixi\.sh\/install\.(?:sh|ps1)$|get\.opentofu\.org\/install-opentofu\.(?:sh|ps1)$|fluxcd\.io\/install\.sh$|istio\.io\/downloadIstio$|run\.linkerd\.io\/install$|get\.pulumi\.com\/?$|taskfile\.dev\/install\.sh$|just\.systems\/install\.sh$|direnv\.net\/install\.sh$|static\.rust-lang\.org\/[\w./-]{1,80}$|raw\.githubusercontent\.com\/(?:nvm-sh\/nvm|Homebrew\/install|ohmyzsh\/ohmyzsh|helm\/helm|rbenv\/rbenv-installer|pyenv\/pyenv-installer|k3d-io\/k3d|aquasecurity\/trivy|anchore\/(?:syft|grype)|golangci\/golangci-lint)\/(?:main|master|HEAD|v?\d[\d.]{0,12})\/(?!.*\.\.)[\w./-]{1,80}$)/;
