import { fileURLToPath } from 'node:url'
import type { BuildOptions, Plugin } from 'vite'

const VITE_HELPER = '\0vite/preload-helper.js'
const OWN_HELPER = fileURLToPath(new URL('../../client/platform/browser/preloadChunks.ts', import.meta.url))

/** Chunks with nothing but styles: no script is written for them. */
const styleChunks = new Set<string>()
const preloadedFiles = new Set<string>()
/** All scripts in import order: each follows its own imports. */
const orderedScripts = new Set<string>()
let isReplaced = false

/** Replaces Vite's preload helper around each `import()` by our own. */
export const preloadHelper: Plugin = {
  name: 'preload-helper',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (id !== VITE_HELPER) return null
    isReplaced = true
    return `export { __vitePreload } from ${JSON.stringify(OWN_HELPER)}`
  },
  generateBundle(_, bundle) {
    const visited = new Set<string>()
    const order = (name: string) => {
      const file = bundle[name]
      if (file?.type !== 'chunk' || visited.has(name)) return
      visited.add(name)
      file.imports.forEach(order)
      orderedScripts.add(name)
      if (file.code.trim() === '') styleChunks.add(name)
    }
    Object.keys(bundle).forEach(order)
  },
  writeBundle(_, bundle) {
    if (!isReplaced) this.error(`Vite's preload helper is no longer called ${VITE_HELPER}`)
    const missing = [...preloadedFiles].filter(file => !(file in bundle))
    if (missing.length > 0) this.error(`preloaded, but not written: ${missing.join(', ')}`)
  },
}

/** Passes all files to the helper, in order. Vite itself leaves out a module without imports. */
export const modulePreload: BuildOptions['modulePreload'] = {
  polyfill: false,
  resolveDependencies(file, others) {
    const files = others.includes(file) || styleChunks.has(file) ? others : [file, ...others]
    for (const each of files) preloadedFiles.add(each)
    return [...orderedScripts]
      .filter(each => files.includes(each))
      .concat(files.filter(each => !orderedScripts.has(each)))
  },
}
