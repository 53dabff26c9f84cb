import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { succeeds } from './processes.mjs'
import { exitWithError, print, root } from './project.mjs'

/** npm writes this file at the end of an installation. */
const RECORD = 'node_modules/.package-lock.json'
/** The record is here while packages are added. */
const SET_ASIDE = 'node_modules/.package-lock.before.json'

/**
 * Installs the packages of package-lock.json that are missing: by default those that build and run the app, with `dev` also
 * those that only tests, checks and measurements need.
 */
export async function ensureInstalled({ dev = false } = {}) {
  const command = installCommand(lockedPackages('package-lock.json'), lockedPackages(RECORD), { dev })
  if (!command) return
  print(
    command[0] === 'ci' ? '필요한 패키지를 설치해요. 처음에는 1분쯤 걸려요.' : '더 필요한 패키지를 설치해요.',
  )
  // The lock file's checksums decide what is installed, so the cache needs no confirmation by the registry.
  const install = () => succeeds('npm', [...command, '--prefer-offline', '--no-audit', '--no-fund'])
  const installed = await (command[0] === 'ci' ? install() : withoutRecord(install))
  if (!installed) exitWithError('패키지를 설치하지 못했어요. 네트워크를 확인하고 다시 실행해 주세요.')
}

/**
 * The npm command that installs what is missing; undefined if nothing is.
 *
 * npm ends every installation by recording what it installed. Comparing this record with the lock file also detects an installation
 * that was interrupted, or made for another lock file. `npm ci` empties node_modules first. A server may be running from these
 * files, so missing packages are added by `npm install`. Development packages that are installed are never removed.
 */
export function installCommand(locked, installed, { dev }) {
  const withDev = dev || Object.values(installed ?? {}).some(entry => entry.dev)
  // The flag outweighs NODE_ENV.
  const kinds = withDev ? '--include=dev' : '--omit=dev'
  if (!locked || !installed) return ['ci', kinds]
  const isAsLocked = ([path, { version }]) => locked[path]?.version === version
  if (!Object.entries(installed).every(isAsLocked)) return ['ci', kinds]
  const isThere = ([path, entry]) => path === '' || path in installed || mayBeAbsent(entry, { dev })
  return Object.entries(locked).every(isThere) ? undefined : ['install', '--no-save', kinds]
}

/** Some optional packages are for other systems. A `devOptional` package is needed only with the development packages. */
function mayBeAbsent({ optional, devOptional, dev: isDevelopment }, { dev }) {
  return Boolean(optional) || (!dev && Boolean(isDevelopment || devOptional))
}

/**
 * Removes the record during the installation, so that `npm ci` follows an interrupted one. If the installation fails, npm restores
 * the previous packages, and this function their record.
 */
async function withoutRecord(install) {
  renameSync(join(root, RECORD), join(root, SET_ASIDE))
  const installed = await install()
  if (installed) rmSync(join(root, SET_ASIDE))
  else renameSync(join(root, SET_ASIDE), join(root, RECORD))
  return installed
}

function lockedPackages(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages
  } catch {
    return undefined
  }
}
