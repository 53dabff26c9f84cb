/**
 * Whether the browser can make and show passkeys here: on a secure page whose host is the one for which the server makes them,
 * which it names in the page.
 */
export function offersPasskeys(): boolean {
  const host = document.querySelector<HTMLMetaElement>('meta[name="passkeys"]')?.content
  return isSecureContext && 'PublicKeyCredential' in window && host === location.hostname
}
