import { type ReactNode, use, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import type { MarkdownPicture } from '#protocol/markdown/picture.rules.ts'
import { IsAuthor, StaticPageContext } from './markdownContexts.ts'
import { classifyPicture, readableHost } from './picture.policy.ts'
import { NOT_TEXT } from './textAttribute.ts'

/** Allows all pictures of a host. `alt` describes the picture next to the button. */
export function ShowPicturesButton({ host, alt }: { host: string; alt: string }) {
  const hostName = readableHost(host)
  return (
    <Button
      className="md-picture__show no-print"
      aria-label={alt === '' ? undefined : t('markdown.pictureShowNamed', { host: hostName, alt })}
      onClick={() => allowHost(host)}
    >
      {t('markdown.pictureShow', { host: hostName })}
    </Button>
  )
}

interface WithPictureButtonsProps {
  pictures: readonly MarkdownPicture[]
  /** A link or a label, in which HTML allows no button. */
  children: ReactNode
}

/** Appends the buttons for pictures inside a link or a label. */
export function WithPictureButtons({ pictures, children }: WithPictureButtonsProps) {
  const allowedHosts = useAllowedHosts()
  const isOwnText = use(IsAuthor)
  const altsByHost = altsByExternalHost(pictures)
  const isStatic = use(StaticPageContext) !== null
  if (isOwnText || isStatic || altsByHost.size === 0) return children
  const hiddenHosts = [...altsByHost].filter(([host]) => !allowedHosts.includes(host))
  return (
    <span className="md-picture-container" tabIndex={-1}>
      {children}
      {hiddenHosts.map(([host, alts]) => (
        <span key={host} {...NOT_TEXT}>
          {' '}
          <ShowPicturesButton host={host} alt={alts.join(', ')} />
        </span>
      ))}
    </span>
  )
}

function altsByExternalHost(pictures: readonly MarkdownPicture[]): Map<string, string[]> {
  const altsByHost = new Map<string, string[]>()
  for (const { src, alt } of pictures) {
    const origin = classifyPicture(src)
    if (origin.kind !== 'external') continue
    const alts = altsByHost.get(origin.host) ?? []
    altsByHost.set(origin.host, alt === '' ? alts : [...alts, alt])
  }
  return altsByHost
}

/** Lists the hosts of a note whose pictures the reader has allowed, with a button to forbid each. */
export function AllowedHosts({ hosts }: { hosts: readonly string[] }) {
  const allowedHosts = useAllowedHosts()
  const shownHosts = hosts.filter(host => allowedHosts.includes(host))
  if (shownHosts.length === 0) return null
  return (
    <ul className="md-picture-hosts no-print" tabIndex={-1} aria-label={t('markdown.pictureHosts')}>
      {shownHosts.map(host => (
        <li key={host}>
          <Button kind="quiet" onClick={() => forbidHost(host)}>
            {t('markdown.pictureStop', { host: readableHost(host) })}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Stores the allowed hosts of this device, separated by spaces, the newest last. */
const STORAGE_KEY = 'picture_hosts'
/** Beyond this limit, the oldest hosts are forgotten. */
const HOSTS_MAX = 200

let allowed = storedHosts()
const listeners = new Set<() => void>()

if (typeof window !== 'undefined') window.addEventListener('storage', syncWithOtherTabs)

/** The hosts, in the form of `URL.host`, whose pictures load without asking. */
export function useAllowedHosts(): readonly string[] {
  return useSyncExternalStore(subscribe, allowedHosts, allowedHosts)
}

export function allowedHosts(): readonly string[] {
  return allowed
}

/** Loads pictures of the host without asking, in all tabs. */
export function allowHost(host: string): void {
  saveHosts([...allowed.filter(allowedHost => allowedHost !== host), host].slice(-HOSTS_MAX))
}

export function forbidHost(host: string): void {
  saveHosts(allowed.filter(allowedHost => allowedHost !== host))
}

function saveHosts(hosts: readonly string[]): void {
  writeStored(STORAGE_KEY, hosts.length === 0 ? null : hosts.join(' '))
  setHosts(hosts)
}

function setHosts(hosts: readonly string[]): void {
  allowed = hosts
  for (const listener of listeners) listener()
}

function storedHosts(): readonly string[] {
  return (readStored(STORAGE_KEY) ?? '').split(' ').filter(host => host !== '')
}

/** The key is null after the storage was cleared. */
function syncWithOtherTabs({ key }: StorageEvent): void {
  if (key === STORAGE_KEY || key === null) setHosts(storedHosts())
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
