import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sourcesFor, successorOf } from './aptSources.ts'
import { engineSentences } from './embeddedMongoMessages.ts'

const run = promisify(execFile)
const commandLimitMs = 180_000

/** Where each architecture keeps its C library inside the package, and what its loader is called. */
const layouts: Partial<Record<NodeJS.Architecture, { triplet: string; loader: string }>> = {
  x64: { triplet: 'x86_64-linux-gnu', loader: 'ld-linux-x86-64.so.2' },
  arm64: { triplet: 'aarch64-linux-gnu', loader: 'ld-linux-aarch64.so.1' },
}

export type GlibcInstallation = { folder: string; loader: string }

/**
 * The C library of the distribution's next release, in a cache folder of this user. The first call fetches it
 * with an apt configuration of its own; nothing is installed and the machine's package lists stay as they are.
 * Rejects with a short reason when this machine cannot do that.
 */
export async function glibcFallback(tell: (sentence: string) => void): Promise<GlibcInstallation> {
  const layout = layouts[process.arch]
  if (!layout) throw new Error(`glibc ${process.arch}`)
  const from = await releaseName()
  const to = successorOf(from)
  if (!to) throw new Error(`glibc, ${from || 'unknown release'}`)

  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'geulmaru')
  const folder = join(cache, `libc6-${to}-${process.arch}`)
  const loader = join(folder, layout.loader)
  if (existsSync(loader)) return { folder, loader }

  tell(engineSentences.fetchingLibc(to))
  await mkdir(cache, { recursive: true })
  const workspace = await mkdtemp(join(cache, 'fetching-'))
  try {
    await download(workspace, from, to)
    await keep(join(workspace, 'root/usr/lib', layout.triplet), folder)
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

/** Read after the machine's own settings (proxies, credentials, trust), of which it replaces only the places. */
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

/** One rename: another process sees all of the folder or nothing, and of two that fetch at once the first wins. */
async function keep(unpacked: string, folder: string): Promise<void> {
  try {
    await rename(unpacked, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}
