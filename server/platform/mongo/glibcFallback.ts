import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { engineMessages } from './embeddedMongoMessages.ts'

const run = promisify(execFile)
const commandLimitMs = 180_000

/** Directory of the C library in the package, and its loader, per architecture. */
const layouts: Partial<Record<NodeJS.Architecture, { triplet: string; loader: string }>> = {
  x64: { triplet: 'x86_64-linux-gnu', loader: 'ld-linux-x86-64.so.2' },
  arm64: { triplet: 'aarch64-linux-gnu', loader: 'ld-linux-aarch64.so.1' },
}

type GlibcInstallation = { folder: string; loader: string }

/**
 * Returns the C library of the distribution's next release from a cache directory of this user. The first call
 * downloads it with a separate apt configuration; nothing is installed, and the machine's package lists stay unchanged.
 * Rejects with a short reason if this machine cannot do that.
 */
export async function glibcFallback(notify: (sentence: string) => void): Promise<GlibcInstallation> {
  const layout = layouts[process.arch]
  if (!layout) throw new Error(`glibc ${process.arch}`)
  const from = await releaseName()
  const to = successorOf(from)
  if (!to) throw new Error(`glibc, ${from || 'unknown release'}`)

  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'geulmaru')
  const folder = join(cache, `libc6-${to}-${process.arch}`)
  const loader = join(folder, layout.loader)
  if (existsSync(loader)) return { folder, loader }

  notify(engineMessages.fetchingLibc(to))
  await mkdir(cache, { recursive: true })
  const workspace = await mkdtemp(join(cache, 'fetching-'))
  try {
    await download(workspace, from, to)
    await moveToCache(join(workspace, 'root/usr/lib', layout.triplet), folder)
  } finally {
    await rm(workspace, { recursive: true, force: true })
  }
  return { folder, loader }
}

async function releaseName(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const value = (name: string) => text.match(new RegExp(`^${name}="?([\\w-]+)`, 'm'))?.[1]
  return value('UBUNTU_CODENAME') ?? value('VERSION_CODENAME') ?? ''
}

async function download(workspace: string, from: string, to: string): Promise<void> {
  const inWorkspace = (path: string) => join(workspace, path)
  await writeFile(inWorkspace('next.sources'), await nextSources(from, to))
  await writeFile(inWorkspace('apt.conf'), aptConfiguration(workspace))
  for (const path of ['lists/partial', 'cache/archives/partial'])
    await mkdir(inWorkspace(path), { recursive: true })

  const options = {
    cwd: workspace,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    timeout: commandLimitMs,
    maxBuffer: 2 ** 24,
  }
  const apt = (...words: string[]) => run('apt-get', ['-q', '-c', inWorkspace('apt.conf'), ...words], options)
  await apt('update')
  await apt('download', 'libc6')
  const package_ = (await readdir(workspace)).find(name => name.endsWith('.deb'))
  if (!package_) throw new Error('apt-get download libc6')
  await run('dpkg-deb', ['-x', package_, 'root'], options)
}

async function nextSources(from: string, to: string): Promise<string> {
  const parts = await readdir('/etc/apt/sources.list.d').catch(() => [])
  const paths = ['/etc/apt/sources.list', ...parts.map(name => join('/etc/apt/sources.list.d', name))]
  const rewritten = await Promise.all(
    paths
      .filter(path => /\.(list|sources)$/.test(path))
      .map(async path => {
        const text = await readFile(path, 'utf8').catch(() => '')
        return sourcesFor({ format: path.endsWith('.list') ? 'list' : 'deb822', text }, from, to)
      }),
  )
  const sources = rewritten.filter(text => text !== '').join('\n')
  if (sources === '') throw new Error(`no apt source for ${from} main`)
  return sources
}

/** Applied after the machine's own settings (proxies, credentials, trust); replaces only the directories. */
function aptConfiguration(workspace: string): string {
  return `Dir::Etc::SourceList "${workspace}/next.sources";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::State::Lists "${workspace}/lists";
Dir::Cache "${workspace}/cache";
Acquire::Languages "none";
Acquire::Retries "3";
APT::Sandbox::User "";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
`
}

/** Atomic rename: other processes never see a partial directory, and the first of two concurrent downloads wins. */
async function moveToCache(unpacked: string, folder: string): Promise<void> {
  try {
    await rename(unpacked, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}

/**
 * Rewrites the machine's apt sources for a later release of the same distribution, for the separate apt configuration
 * of `glibcFallback.ts`. Keeps only the distribution's own `main` component.
 */

/** The first long-term release with a recent enough glibc (2.38), for each release without one. */
const successors: Record<string, string> = {
  bullseye: 'trixie',
  bookworm: 'trixie',
  focal: 'noble',
  jammy: 'noble',
}

const pockets = ['', '-updates', '-security']

type AptSources = { format: 'list' | 'deb822'; text: string }

/** The release to take newer packages from; undefined if none is known. */
export function successorOf(release: string): string | undefined {
  return successors[release]
}

/**
 * Rewrites one sources file into deb822 stanzas for `to`. Returns an empty string if nothing in it belongs to `from`.
 */
export function sourcesFor(sources: AptSources, from: string, to: string): string {
  const stanzas = sources.format === 'list' ? stanzasOfList(sources.text) : stanzasOfDeb822(sources.text)
  return stanzas
    .map(stanza => movedStanza(stanza, from, to))
    .filter(stanza => stanza !== undefined)
    .map(stanza => [...stanza].map(([name, value]) => `${name}: ${value}\n`).join(''))
    .join('\n')
}

/** Field name → raw value with the line breaks and indentation of an inline key. */
type Stanza = Map<string, string>

function movedStanza(stanza: Stanza, from: string, to: string): Stanza | undefined {
  const has = (field: string, word: string) => words(stanza.get(field)).includes(word)
  const suites = words(stanza.get('Suites')).filter(suite => pockets.some(pocket => suite === from + pocket))
  const usable = has('Types', 'deb') && has('Components', 'main') && stanza.get('Enabled')?.trim() !== 'no'
  if (!usable || suites.length === 0) return undefined
  return new Map([
    ...stanza,
    ['Types', 'deb'],
    ['Suites', suites.map(suite => to + suite.slice(from.length)).join(' ')],
    ['Components', 'main'],
  ])
}

function words(value: string | undefined): string[] {
  return (value ?? '').split(/\s+/).filter(word => word !== '')
}

function stanzasOfDeb822(text: string): Stanza[] {
  const withoutComments = text.replace(/^#.*\n?/gm, '')
  return withoutComments.split(/\n\s*\n/).map(stanza => {
    const fields = stanza.matchAll(/^([A-Za-z-]+):[ \t]*(.*(?:\n[ \t].*)*)/gm)
    return new Map(Array.from(fields, ([, name = '', value = '']) => [name, value]))
  })
}

/** One-line format: `deb [option=value,value …] URI suite component…`. Its options have other names than the fields. */
function stanzasOfList(text: string): Stanza[] {
  return text.split('\n').flatMap(line => {
    const found = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s+([^#]*)/.exec(line)
    if (found === null) return []
    const [, options = '', uri = '', suite = '', components = ''] = found
    const stanza: Stanza = new Map([
      ['Types', 'deb'],
      ['URIs', uri],
      ['Suites', suite],
      ['Components', components.trim()],
    ])
    for (const option of words(options)) {
      const [name = '', value = ''] = option.split('=')
      stanza.set(fieldOfOption[name] ?? name, value.replaceAll(',', ' '))
    }
    return stanza
  })
}

const fieldOfOption: Record<string, string> = {
  arch: 'Architectures',
  'signed-by': 'Signed-By',
  trusted: 'Trusted',
  'check-valid-until': 'Check-Valid-Until',
}
