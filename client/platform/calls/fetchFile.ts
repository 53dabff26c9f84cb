import { CallFailed } from './callFailed.ts'

/** A file that this server serves at an address, not as an answer to a call; null when there is none. Throws CallFailed. */
export async function fetchFile(address: string): Promise<Blob | null> {
  try {
    const response = await fetch(address)
    if (response.ok) return await response.blob()
    if (response.status === 404) return null
    throw new CallFailed({ code: 'unavailable', status: response.status })
  } catch (error) {
    throw error instanceof CallFailed ? error : new CallFailed({ code: 'offline', status: 0 })
  }
}
