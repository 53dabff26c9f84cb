/** In whose name calls are made. */
export interface Credentials {
  /** Null for a visitor. */
  token(): string | null
  /** The server has refused the token that is the present one. */
  rejected(): void
}

let present: Credentials = { token: () => null, rejected: () => undefined }

/** From now on all calls are made in this name. */
export function callInTheNameOf(credentials: Credentials): void {
  present = credentials
}

export const presentToken = (): string | null => present.token()
export const tokenRejected = (): void => present.rejected()
