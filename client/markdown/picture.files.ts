import { useSyncExternalStore } from 'react'

/** Pictures that lie on this device, by the address under which a text shows them or by the key of their upload. */
let files: ReadonlyMap<string, string> = new Map()
const listeners = new Set<() => void>()

/** The address of a picture's file on this device, where it is shown from; undefined when it is not here. */
export function useFileOf(name: string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => files.get(name),
    () => undefined,
  )
}

/** From now on what bears this name is shown from the file, without asking the server. */
export function showFile(name: string, file: Blob): void {
  if (!files.has(name)) become([...files, [name, URL.createObjectURL(file)]])
}

/** From now on another name shows the same. */
export function showAlso(name: string, as: string): void {
  const file = files.get(as)
  if (file !== undefined) become([...files, [name, file]])
}

/** Shows nothing from this device any more. */
export function showNoFiles(): void {
  const shown = new Set(files.values())
  become([])
  for (const address of shown) URL.revokeObjectURL(address)
}

function become(entries: (readonly [string, string])[]): void {
  files = new Map(entries)
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
