import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'

/** What is started by its path: the command, what the package exports, the threads and what vitest runs. */
const entries = {
  main: 'src/cli/main.js',
  index: 'src/api/index.js',
  vitest: 'src/api/vitest.js',
  'embedded-thread': 'src/runner/embedded-thread.js',
  'crew-thread': 'src/runner/prove/crew-thread.js',
  'follow-thread': 'src/cli/follow-thread.js',
  'checks.host': 'src/runner/host/checks.host.js',
}

/** How the catalogue loads all suites, by an address that is computed. */
const catalogue = /import\(\w+\(new URL\('all\.js', suites\)\.href\)\)/

/** dist/bundle/: the same program in some large files, since a thousand small ones take a third of a second to load. */
export async function buildBundle(dist) {
  const { metafile } = await build({
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(dist, file)])),
    outdir: join(dist, 'bundle'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
    metafile: true,
    absWorkingDir: dist,
    plugins: [{ name: 'in-place', setup: (plugins) => plugins.onLoad({ filter: /\.js$/ }, inPlace) }],
  })

  writeFileSync(join(dist, 'modules.json'), JSON.stringify(modulesOf(metafile)))

  /** A module as if it still stood where it did: what it finds beside itself it finds there. */
  function inPlace({ path }) {
    const here = `new URL(${JSON.stringify(`../${relative(dist, path)}`)}, import.meta.url).href`
    const text = readFileSync(path, 'utf8').replaceAll('import.meta.url', here)
    if (!path.endsWith(join('judging', 'catalogue.js'))) return { contents: text }
    if (!catalogue.test(text)) throw new Error('src/judging/catalogue.ts loads the suites in another way')
    return { contents: text.replace(catalogue, `import('../../suites/all.js')`) }
  }
}

/** What each module imports, as it was bundled: what a verdict of an earlier proof rests on is read from it. */
const modulesOf = ({ inputs }) =>
  Object.fromEntries(
    Object.entries(inputs).map(([file, { imports }]) => [
      file,
      imports.filter(({ external }) => !external).map(({ path }) => path),
    ]),
  )
