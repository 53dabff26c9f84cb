import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'

/** How many releases before this one are kept, and for how long after they were followed by another. */
const RELEASES_KEPT = 2
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

const NAME_LENGTH = 22
const COMING = '.coming'

interface Release {
  directory: string
  /** Until when it was in use, as the folder's own time says. */
  usedUntil: Date
}

/**
 * Keeps the built client's parts in the data directory, and tells where those of the releases before lie, the last one first: a tab
 * that was opened before an update may fetch a part of its own release weeks later. Never throws: without room for it the
 * server starts as ever.
 */
export async function keepParts(
  { clientDirectory, dataDir, now }: { clientDirectory: string; dataDir: string; now: Date },
  log: Logger,
): Promise<string[]> {
  const kept = join(dataDir, 'parts')
  try {
    await mkdir(kept, { recursive: true })
    const name = await releaseIn(clientDirectory)
    const [last] = await releasesIn(kept)
    const present = join(kept, name)
    if (last?.directory !== present) {
      // Until now it was in use.
      if (last) await utimes(last.directory, now, now)
      await copyWhole(clientDirectory, present)
    }
    // The later one of the two is the present one.
    await utimes(present, now, new Date(now.getTime() + 1000))
    const before = (await releasesIn(kept)).filter(({ directory }) => directory !== present)
    const oldest = now.getTime() - KEPT_MS
    const good = before.slice(0, RELEASES_KEPT).filter(({ usedUntil }) => usedUntil.getTime() > oldest)
    for (const { directory } of before)
      if (!good.some(release => release.directory === directory)) await rm(directory, { recursive: true })
    return good.map(({ directory }) => directory)
  } catch (error) {
    log.warn({ err: error }, 'the parts of earlier releases are not kept')
    return []
  }
}

/** A release is named by its page, which names its parts. */
async function releaseIn(clientDirectory: string): Promise<string> {
  const page = await readFile(join(clientDirectory, 'index.html'))
  return createHash('sha256').update(page).digest('base64url').slice(0, NAME_LENGTH)
}

/** The last used first. */
async function releasesIn(kept: string): Promise<Release[]> {
  const names = (await readdir(kept)).filter(name => !name.endsWith(COMING))
  const releases = names.map(async name => {
    const directory = join(kept, name)
    return { directory, usedUntil: (await stat(directory)).mtime }
  })
  return (await Promise.all(releases)).sort((a, b) => b.usedUntil.getTime() - a.usedUntil.getTime())
}

/** Whole or not at all; what a crash has left half done gives way. */
async function copyWhole(clientDirectory: string, directory: string): Promise<void> {
  const coming = directory + COMING
  for (const left of [coming, directory]) await rm(left, { recursive: true, force: true })
  await cp(join(clientDirectory, 'static'), join(coming, 'static'), { recursive: true })
  await rename(coming, directory)
}
