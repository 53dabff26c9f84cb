import { CallFailed } from './callFailed.ts'

/** Fetches a static file of this server; null if it does not exist. Throws CallFailed. */
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
