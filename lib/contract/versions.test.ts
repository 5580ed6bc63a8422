import { expect, test } from "@playwright/test";
import { comparable, comparableVersion, inFull, readWritten } from "@/lib/contract/versions";

test("a range is compared without builds, without the prereleases of its end, and with the numbers of Java", () => {
  const cases: ReadonlyArray<[technology: string, range: string, compared: string]> = [
    ["kubernetes", ">=v1.31.2-gke.1115000 <1.33", ">=1.31.2 <1.33"],
    ["kubernetes", "v1.30.4+k3s1 || v1.29.3-eks-abc", "1.30.4 || 1.29.3"],
    ["kubernetes", "^1.31.2-rc.1", "^1.31.2-rc.1"],
    ["nginx", "1:2.4.57-2+deb12u1", "2.4.57"],
    ["next.js", ">=14.0.0 <15.0.0", ">=14.0.0 <15.0.0-0"],
    ["next.js", "<15.0.0", "<15.0.0-0"],
    ["next.js", "<15", "<15"],
    ["next.js", "< 14.3.0 || >=15.0.0 <16.0.0", "<14.3.0-0 || >=15.0.0 <16.0.0-0"],
    ["next.js", "<=15.0.0", "<=15.0.0"],
    ["next.js", "<15.0.0-rc.1", "<15.0.0-rc.1"],
    ["next.js", ">=15.0.0-canary.1 <15.0.0", ">=15.0.0-canary.1 <15.0.0"],
    ["next.js", ">=14.0.0-0 <15.0.0-0", ">=14.0.0-0 <15.0.0-0"],
    ["next.js", "14.0.0 - 15.0.0", "14.0.0 - 15.0.0"],
    ["java", "1.8", "8"],
    ["java", "1.8.0", "8.0"],
    ["java", "1.8.0_392", "8.0.392"],
    ["java", "1.8.0_392-b08", "8.0.392"],
    ["java", "8u392", "8.0.392"],
    ["java", "8u392-b08", "8.0.392"],
    ["java", ">=1.7 <1.9", ">=7 <9"],
    ["java", "1.8.x", "8.x"],
    ["java", "11.0.25", "11.0.25"],
    ["java", "21.0.5+11-LTS", "21.0.5"],
    ["java", "17.0.1", "17.0.1"],
    ["go", "1.8", "1.8"],
  ];
  expect(cases.map(([technology, range]) => [technology, range, comparable(range, technology)])).toEqual(cases);
});

test("a single version is compared in full when it is a build", () => {
  const cases: ReadonlyArray<[technology: string, version: string, compared: string]> = [
    ["postgresql", "17.2-1.pgdg120+1", "17.2.0"],
    ["kubernetes", "v1.29.3-eks-abc", "1.29.3"],
    ["kubernetes", "v1.31.2-rc.1+k3s1", "1.31.2-rc.1"],
    ["mysql", "8.0.36-0ubuntu0.22.04.1", "8.0.36"],
    ["java", "1.8.0_392", "8.0.392"],
    ["ubuntu", "24.04", "24.04"],
    ["ubuntu", "jammy", "jammy"],
    ["node.js", "v20.19.1", "v20.19.1"],
    ["node.js", "20.19.1-bookworm-slim", "20.19.1"],
    ["next.js", "15.0.0-canary.5", "15.0.0-canary.5"],
  ];
  expect(cases.map(([technology, version]) => [technology, version, comparableVersion(version, technology)])).toEqual(
    cases,
  );
});

type Build = [kind: string, version: string, ...spellings: string[]];
const build = (kind: string, version: string, spellings: string): Build => [kind, version, ...spellings.split(" ")];

/** Versions as distributions, images and vendors write them, and the versions that they are. */
const BUILDS: readonly Build[] = [
  build("GKE", "1.31.2", "v1.31.2-gke.1115000 1.31.2-gke.1115000 1.31.2-gke.100"),
  build("EKS", "1.29.3", "v1.29.3-eks-abc v1.29.3-eks-adc7111 1.29.3-eks-1-29-15 v1.29.3-eks-ae9a62a"),
  build("k3s and RKE2", "1.30.4", "v1.30.4+k3s1 1.30.4+k3s1 v1.30.4-k3s1 v1.30.4+rke2r1 v1.30.4-rke2r1"),
  build("other clouds", "1.28.2", "v1.28.2-aliyun.1 v1.28.2-tke.3 1.28.2-do.0 v1.28.2+IKS 1.28.2_1531"),
  build("other clouds", "1.27.8", "v1.27.8+4fab27b v1.27.8-mirantis-1 v1.27.8+k0s.0 v1.27.8-r0-27.0.3"),
  build("other clouds", "1.26.9", "v1.26.9+vmware.1-fips.1 v1.26.9+vmware.2-fips.1-tkg.1 v1.26.9-hotfix.20231103"),
  build("Debian", "2.4.57", "1:2.4.57-2+deb12u1 2.4.57-2+deb12u1 2.4.57-2 2.4.57-2~bpo12+1 2.4.57+dfsg-1"),
  build("Debian", "3.0.13", "3.0.13-1~deb12u1 3.0.13-1~deb12u1+b1 3.0.13+ds1-3 3.0.13+really3.0.12-1 3.0.13-4"),
  build("Debian", "5.36.0", "5.36.0-7+deb12u1 5.36.0-7 2:5.36.0-7 5.36.0~dfsg-7"),
  build("Ubuntu", "8.0.36", "8.0.36-0ubuntu0.22.04.1 8.0.36-0ubuntu0.22.04.1~ppa1 8.0.36-2build1 8.0.36-4ubuntu3"),
  build("Ubuntu", "24.0.7", "5:24.0.7-1~ubuntu.22.04~jammy 24.0.7-0ubuntu4 24.0.7-0ubuntu2~22.04.1 24.0.7-1~focal"),
  build("Ubuntu", "4.4.2", "7:4.4.2-0ubuntu0.22.04.1 4.4.2-0ubuntu0.22.04.1+esm5 4.4.2-1ubuntu1"),
  build("PGDG", "17.2", "17.2-1.pgdg120+1 17.2-1.pgdg22.04+1 17.2-1PGDG.rhel9 17.2-1.pgdg13+2"),
  build("Sury", "8.2.14", "8.2.14-1+ubuntu22.04.1+deb.sury.org+1 8.2.14-1+0~20231221.42+debian12~1.gbp1 8.2.14-r0"),
  build("RPM", "1.20.1", "1.20.1-14.el9_2.1 1:1.20.1-14.el9 1.20.1-1.fc39 1.20.1-1.module+el8.4.0+11152+f736ed63"),
  build("RPM", "2.3.2", "2.3.2-1.amzn2 2.3.2-1.amzn2023.0.1 2.3.2-150400.6.9.1 2.3.2-1.el8.x86_64 2.3.2-1.mga9"),
  build("Alpine", "3.1.4", "3.1.4-r0 3.1.4-r12 3.1.4_p1-r0"),
  build("Arch, Gentoo, BSD, Homebrew", "1.24.0", "1.24.0-1 1:1.24.0-3 1.24.0-r1 1.24.0_14,3 1.24.0_1 1.24.0_2,1"),
  build(
    "kernels",
    "6.8.0",
    "6.8.0-45-generic 6.8.0-1015-aws 6.8.0-18-amd64 6.8.0-rpi7-rpi-v8 6.8.0-arch1-1 6.8.0-zen1",
  ),
  build(
    "kernels",
    "5.15.153",
    "5.15.153.1-microsoft-standard-WSL2 5.15.153-linuxkit 5.15.153-tegra 5.15.153-200.fc39.x86_64",
  ),
  build("MySQL", "8.0.35", "8.0.35-27 8.0.35-google 8.0.35-log 8.0.35-rds.20240101 8.0.35-commercial 8.0.35-cluster"),
  build("MySQL", "8.0", "8.0.mysql_aurora.3.05.2 8.0-debian 8.0-oracle 8.0-oraclelinux8"),
  build(
    "MariaDB",
    "10.11.6",
    "10.11.6-MariaDB 10.11.6-MariaDB-1:10.11.6+maria~deb12 1:10.11.6+maria~ubu2204 5.5.5-10.11.6-MariaDB 5.5.5-10.11.6-MariaDB-1:10.11.6+maria~deb12 10.11.6-MariaDB-log",
  ),
  build("RDS", "16.3", "16.3-R2 16.3.R1 16.3-rds.1 16.3-alpine3.20 16.3-bookworm"),
  build("images", "22", "22-alpine 22-slim 22-bookworm 22-bookworm-slim 22-alpine3.20 22-jre 22-jdk-alpine 22-lts"),
  build("images", "3.12.1", "3.12.1-slim-bookworm 3.12.1-alpine3.19 3.12.1-windowsservercore-ltsc2022 3.12.1-bullseye"),
  build(
    "images",
    "17.0.9",
    "17.0.9-jdk 17.0.9-jre-alpine 17.0.9_9-jdk 17.0.9_9-jre-jammy 17.0.9-jdk-windowsservercore-1809",
  ),
  build(
    "images",
    "3.13.1",
    "3.13.1-management 3.13.1-management-alpine 3.13.1-fpm-alpine 3.13.1-apache 3.13.1-zts 3.13.1-cli",
  ),
  build(
    "images",
    "7.2.3",
    "7.2.3-debian-11-r5 7.2.3-v5 7.2.3-r0 7.2.3-ubi8 7.2.3-distroless 7.2.3-nanoserver-1809 7.2.3-busybox",
  ),
  build("images", "10.2.3", "10.2.3-ubuntu 10.2.3-oss 10.2.3-perl 10.2.3-otel 10.2.3-mainline-alpine 10.2.3-rootless"),
  build("images", "12.1.1", "12.1.1-cudnn8-runtime-ubuntu22.04 12.1.1-base-ubuntu22.04 12.1.1-cuda12 12.1.1-gpu"),
  build("Java", "21.0.5", "21.0.5+11 21.0.5+11-LTS 21.0.5-tem 21.0.5-amzn 21.0.5-zulu 21.0.5-graalce 21.0.5-librca"),
  build(
    "Java",
    "17.0.9",
    "17.0.9+9-Ubuntu-122.04 17.0.9-ms 17.0.9.fx-zulu 17.0.9-sapmchn 17.0.9+11.1 17.0.9-open 17.0.9-nik",
  ),
  build("Maven", "33.0.0", "33.0.0-jre 33.0.0-android 33.0.0.jre11 33.0.0-jdk8 33.0.0-jakarta 33.0.0-java8"),
  build(
    "Maven",
    "5.3.20",
    "5.3.20.RELEASE 5.3.20.Final 5.3.20.GA 5.3.20.SP1 5.3.20.Final-redhat-00001 5.3.20.redhat-2 5.3.20.fuse-800",
  ),
  build("Maven", "3.3.6", "3.3.6-amzn-1 3.3.6.3-1-cdh 3.3.6-cdh5.16.2 3.3.6-hadoop3 3.3.6-incubating 3.3.6_2.12"),
  build("Confluent", "7.5.1", "7.5.1-ccs 7.5.1-ce 7.5.1-0-ce 7.5.1-1-ubi8"),
  build("HashiCorp", "1.15.2", "1.15.2+ent 1.15.2+ent.hsm.fips1402 1.15.2-ent 1.15.2+ent-1"),
  build("editions", "20.10.9", "20.10.9-ce 20.10.9-ee 20.10.9-ce.0 20.10.9-ee.0 20.10.9-enterprise 20.10.9-community"),
  build("PyTorch", "2.3.1", "2.3.1+cu121 2.3.1+cpu 2.3.1+rocm6.0 2.3.1.post1 2.3.1-cuda12.1-cudnn8-runtime"),
  build(
    "gems",
    "1.16.8",
    "1.16.8-x86_64-linux 1.16.8-java 1.16.8-arm64-darwin 1.16.8-aarch64-linux-gnu 1.16.8-x64-mingw-ucrt",
  ),
  build("letters", "1.1.1", "1.1.1w 1.1.1f-1ubuntu2.20 1.1.1k-fips 1.1.1n-0+deb11u5"),
  build("patches", "9.6", "9.6p1 9.6p1-3ubuntu13.5 9.6-p2 9.6_p1"),
  build("Go", "1.4.2", "v1.4.2+incompatible 1.4.2+incompatible 1.4.2-fips 1.4.2-bullseye"),
  build(".NET", "8.0.11", "8.0.11-servicing.24517.1 8.0.11+a1b2c3d4 8.0.11-noble-chiseled 8.0.11-bookworm-slim-amd64"),
  build("Gradle", "8.5", "8.5-bin 8.5-all 8.5-jdk21 8.5-jdk21-alpine"),
];

/** Real prereleases, and how they are compared. */
const PRERELEASES: ReadonlyArray<[spelling: string, version: string]> = [
  ["v1.31.2-rc.1", "1.31.2-rc.1"],
  ["1.31.2-rc.1+k3s1", "1.31.2-rc.1"],
  ["v1.32.0-alpha.3", "1.32.0-alpha.3"],
  ["15.0.0-canary.5", "15.0.0-canary.5"],
  ["16.0.0-beta.0", "16.0.0-beta.0"],
  ["19.0.0-rc-6230622a1a-20240610", "19.0.0-rc-6230622a1a-20240610"],
  ["18.3.0-canary-0123abc-20240101", "18.3.0-canary-0123abc-20240101"],
  ["0.0.0-experimental-abc", "0.0.0-experimental-abc"],
  ["5.8.0-dev.20250101", "5.8.0-dev.20250101"],
  ["5.5.0-insiders.20240301", "5.5.0-insiders.20240301"],
  ["8.0.100-preview.7.23376.3", "8.0.100-preview.7.23376.3"],
  ["3.2.0-M1", "3.2.0-M1"],
  ["3.2.0-SNAPSHOT", "3.2.0-SNAPSHOT"],
  ["3.2.0-RC2", "3.2.0-RC2"],
  ["3.2.0.RC2", "3.2.0-rc.2"],
  ["3.2.0.M3", "3.2.0-milestone.3"],
  ["6.0.0.Beta1", "6.0.0-beta.1"],
  ["6.0.0.CR1", "6.0.0-rc.1"],
  ["2.0.0.BUILD-SNAPSHOT", "2.0.0-snapshot"],
  ["3.13.0rc1", "3.13.0-rc.1"],
  ["3.13.0rc1-slim-bookworm", "3.13.0-rc.1"],
  ["3.13.0-rc1-slim-bookworm", "3.13.0-rc1"],
  ["3.13a2", "3.13.0-alpha.2"],
  ["3.13-rc-slim", "3.13.0-rc"],
  ["18beta1", "18.0.0-beta.1"],
  ["18~beta1-1.pgdg120+1", "18.0.0-beta.1"],
  ["1:4.0.0~rc2-1", "4.0.0-rc.2"],
  ["2.0.0~alpha.3-1", "2.0.0-alpha.3"],
  ["8.0.0.rc1", "8.0.0-rc.1"],
  ["8.0.0.beta2", "8.0.0-beta.2"],
  ["1.22rc2", "1.22.0-rc.2"],
  ["21-ea", "21.0.0-ea"],
  ["24-ea+15", "24.0.0-ea"],
  ["2.0.dev3", "2.0.0-dev.3"],
  ["1.0.1-0", "1.0.1-0"],
  ["0.0.0-20191109021931-daa7c04131f5", "0.0.0-20191109021931-daa7c04131f5"],
  ["1.2.4-0.20191109021931-daa7c04131f5", "1.2.4-0.20191109021931-daa7c04131f5"],
  ["7.0.0-nightly.20240115", "7.0.0-nightly.20240115"],
  ["4.0.0-next.2", "4.0.0-next.2"],
  ["1.5.0-edge.1", "1.5.0-edge.1"],
  ["11.0.0-eap1", "11.0.0-eap1"],
];

/** Names of releases and of moving versions, intervals, and texts of every other kind. */
const NO_VERSIONS: readonly string[] = [
  ..."jammy|LTS|lts|lts/jod|lts/*|noble|bookworm|latest|stable|current|node|system|mainline|next|canary|rolling".split(
    "|",
  ),
  ..."14-16|8.0-8.4|14.2.3-15.0.0|1.2-3|14.x|14.*|14+|14-days|3-pages|2-way|11 23H2|1.2.3 or later|v|-1|23H2|a1.2".split(
    "|",
  ),
];

test("more than two hundred real spellings are in the table, each once", () => {
  const spellings = [...BUILDS.flatMap(([, , ...some]) => some), ...PRERELEASES.map(([one]) => one), ...NO_VERSIONS];
  expect(spellings.length).toBeGreaterThanOrEqual(200);
  expect(new Set(spellings).size).toBe(spellings.length);
});

test("a distribution's build of a version is that version", () => {
  const read = BUILDS.map(([kind, , ...spellings]) => [
    kind,
    ...spellings.map((spelling) => {
      const written = readWritten(spelling);
      const isBuild = written?.isBuild && written.prerelease === "";
      return `${spelling} → ${isBuild ? written.numbers.slice(0, 3).join(".") : JSON.stringify(written)}`;
    }),
  ]);
  expect(read).toEqual(
    BUILDS.map(([kind, version, ...spellings]) => [kind, ...spellings.map((one) => `${one} → ${version}`)]),
  );
});

test("a real prerelease stays one", () => {
  const read = PRERELEASES.map(([spelling]) => {
    const written = readWritten(spelling);
    return [spelling, written && inFull(written)];
  });
  expect(read).toEqual(PRERELEASES);
});

test("what names no single version is none", () => {
  const read = NO_VERSIONS.map((text) => [text, readWritten(text)]);
  expect(read).toEqual(NO_VERSIONS.map((text) => [text, null]));
});
