import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#client/platform/browser/storage.ts'

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
