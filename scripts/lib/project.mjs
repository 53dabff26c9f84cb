import { fileURLToPath } from 'node:url'

/** The project's root directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Prints a message of a script. */
export function print(message) {
  console.log(`글마루: ${message}`)
}

/** Prints an error and exits. */
export function exitWithError(message) {
  console.error(`글마루: ${message}`)
  process.exit(1)
}

const minNodeVersion = '20.19.0'

export function requireNode() {
  const isOldEnough = process.versions.node.localeCompare(minNodeVersion, 'en', { numeric: true }) >= 0
  if (!isOldEnough)
    exitWithError(`Node.js ${minNodeVersion} 이상이 필요해요. 지금은 ${process.versions.node}이에요.`)
}
