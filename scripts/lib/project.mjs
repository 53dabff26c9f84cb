import { fileURLToPath } from 'node:url'

/** The project's root directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** What a script tells the person who started it. */
export function say(sentence) {
  console.log(`글마루: ${sentence}`)
}

/** Ends the script with one sentence. */
export function giveUp(sentence) {
  console.error(`글마루: ${sentence}`)
  process.exit(1)
}

const oldestNode = '20.19.0'

export function requireNode() {
  const isOldEnough = process.versions.node.localeCompare(oldestNode, 'en', { numeric: true }) >= 0
  if (!isOldEnough) giveUp(`Node.js ${oldestNode} 이상이 필요해요. 지금은 ${process.versions.node}이에요.`)
}
