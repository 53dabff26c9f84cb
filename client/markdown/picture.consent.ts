import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'

/** The hosts whose pictures were asked for on this device, divided by blanks, the newest last. */
const STORAGE_KEY = 'picture_hosts'
/** Of more than these the oldest are asked about again. */
const MOST_HOSTS = 200

let allowed = storedHosts()
const listeners = new Set<() => void>()

if (typeof window !== 'undefined') window.addEventListener('storage', followOtherTabs)

/** The hosts, as `URL.host` writes them, whose pictures are loaded without asking. */
export function useAllowedHosts(): readonly string[] {
  return useSyncExternalStore(subscribe, allowedHosts, allowedHosts)
}

export function allowedHosts(): readonly string[] {
  return allowed
}

/** From now on pictures of the host are loaded at once, in all tabs. */
export function allowHost(host: string): void {
  keep([...allowed.filter(each => each !== host), host].slice(-MOST_HOSTS))
}

export function forbidHost(host: string): void {
  keep(allowed.filter(each => each !== host))
}

function keep(hosts: readonly string[]): void {
  writeStored(STORAGE_KEY, hosts.length === 0 ? null : hosts.join(' '))
  become(hosts)
}

function become(hosts: readonly string[]): void {
  allowed = hosts
  for (const tell of listeners) tell()
}

function storedHosts(): readonly string[] {
  return (readStored(STORAGE_KEY) ?? '').split(' ').filter(host => host !== '')
}

/** The key is null when everything that was stored was erased. */
function followOtherTabs({ key }: StorageEvent): void {
  if (key === STORAGE_KEY || key === null) become(storedHosts())
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
