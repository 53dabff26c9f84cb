import { useCallback, useEffect, useState } from 'react'
import { onBackOnline } from './backOnline.ts'

/** Tracks whether an image has failed to load. Spread `image` on the `<img>`. It reloads once the connection is back, or by `retry`. */
export function usePicture(address: string | null | undefined) {
  const [failedAddress, setFailedAddress] = useState<string | null>(null)
  const hasFailed = failedAddress !== null && failedAddress === address
  const fail = useCallback(() => setFailedAddress(address ?? null), [address])
  // An image that failed before hydration fires no event.
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0) image.decode().catch(fail)
    },
    [fail],
  )
  useEffect(() => (hasFailed ? onBackOnline(() => setFailedAddress(null)) : undefined), [hasFailed])
  return { hasFailed, image: { ref, onError: fail }, retry: () => setFailedAddress(null) }
}
