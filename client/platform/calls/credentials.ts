/** The session in whose name calls are made. */
export interface Credentials {
  /** Null for visitors. */
  token(): string | null
  /** Called when the server rejects the current token. */
  rejected(): void
}

let current: Credentials = { token: () => null, rejected: () => undefined }

/** All later calls use these credentials. */
export function setCredentials(credentials: Credentials): void {
  current = credentials
}

export const currentToken = (): string | null => current.token()
export const tokenRejected = (): void => current.rejected()
