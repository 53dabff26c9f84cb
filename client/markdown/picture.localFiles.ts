import { useSyncExternalStore } from 'react'

/** Object URLs of pictures on this device, by the address in the text or by the key of their upload. */
let files: ReadonlyMap<string, string> = new Map()
const listeners = new Set<() => void>()

/** The object URL of a picture on this device; undefined if there is none. */
export function useLocalFile(name: string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => files.get(name),
    () => undefined,
  )
}

/** Shows a picture from the file, without a request to the server. */
export function showLocalFile(name: string, file: Blob): void {
  if (!files.has(name)) setFiles([...files, [name, URL.createObjectURL(file)]])
}

/** Shows the same file under another name. */
export function aliasLocalFile(name: string, as: string): void {
  const file = files.get(as)
  if (file !== undefined) setFiles([...files, [name, file]])
}

export function clearLocalFiles(): void {
  const addresses = new Set(files.values())
  setFiles([])
  for (const address of addresses) URL.revokeObjectURL(address)
}

function setFiles(entries: (readonly [string, string])[]): void {
  files = new Map(entries)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
