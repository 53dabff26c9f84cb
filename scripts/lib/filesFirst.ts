import { fileURLToPath } from 'node:url'
import type { BuildOptions, Plugin } from 'vite'

const BUNDLERS_HELPER = '\0vite/preload-helper.js'
const OURS = fileURLToPath(new URL('../../client/platform/browser/preloadChunks.ts', import.meta.url))

/** Modules that are nothing but styles: of these no file is written. */
const ofStyles = new Set<string>()
const told = new Set<string>()
/** All scripts, each after those that it imports. */
const inOrder = new Set<string>()
let isReplaced = false

/** Puts our own helper in the place of that which the bundler calls around each `import()`. */
export const filesFirst: Plugin = {
  name: 'files-first',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (id !== BUNDLERS_HELPER) return null
    isReplaced = true
    return `export { __vitePreload } from ${JSON.stringify(OURS)}`
  },
  generateBundle(_, bundle) {
    const begun = new Set<string>()
    const order = (name: string) => {
      const file = bundle[name]
      if (file?.type !== 'chunk' || begun.has(name)) return
      begun.add(name)
      file.imports.forEach(order)
      inOrder.add(name)
      if (file.code.trim() === '') ofStyles.add(name)
    }
    Object.keys(bundle).forEach(order)
  },
  writeBundle(_, bundle) {
    if (!isReplaced) this.error(`the bundler's helper is no longer called ${BUNDLERS_HELPER}`)
    const missing = [...told].filter(file => !(file in bundle))
    if (missing.length > 0) this.error(`to be imported, but not written: ${missing.join(', ')}`)
  },
}

/** Tells that helper of each file, in their order: by itself the bundler leaves out a module that imports nothing. */
export const modulePreload: BuildOptions['modulePreload'] = {
  polyfill: false,
  resolveDependencies(file, others) {
    const files = others.includes(file) || ofStyles.has(file) ? others : [file, ...others]
    for (const each of files) told.add(each)
    return [...inOrder].filter(each => files.includes(each)).concat(files.filter(each => !inOrder.has(each)))
  },
}
