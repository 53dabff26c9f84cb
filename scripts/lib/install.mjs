import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { succeeds } from './processes.mjs'
import { giveUp, root, say } from './project.mjs'

/** Installs the packages of package-lock.json unless exactly those are installed. */
export async function ensureInstalled() {
  if (isInstalled()) return
  say('필요한 패키지를 설치해요. 처음에는 1분쯤 걸려요.')
  // Building and testing need the development packages whatever NODE_ENV says.
  const installed = await succeeds('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'])
  if (!installed) giveUp('패키지를 설치하지 못했어요. 네트워크를 확인하고 다시 실행해 주세요.')
}

/**
 * npm ends every installation by writing what it installed to node_modules/.package-lock.json. Compared with the
 * lock file this also sees an installation that was interrupted, or made for another lock file.
 */
function isInstalled() {
  const wanted = lockedPackages('package-lock.json')
  const present = lockedPackages('node_modules/.package-lock.json')
  if (!wanted || !present) return false
  const isAsWanted = ([path, { version }]) => wanted[path]?.version === version
  const canBeAbsent = ([path, { optional }]) => path === '' || optional || path in present
  return Object.entries(present).every(isAsWanted) && Object.entries(wanted).every(canBeAbsent)
}

function lockedPackages(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages
  } catch {
    return undefined
  }
}
