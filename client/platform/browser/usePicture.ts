import { useCallback, useEffect, useState } from 'react'
import { onBackOnline } from './backOnline.ts'

/** Whether an image can't be shown. `image` goes on the `<img>`. It is requested again once the connection is back, or by `retry`. */
export function usePicture(address: string | null | undefined) {
  const [failed, setFailed] = useState<string | null>(null)
  const hasFailed = failed !== null && failed === address
  const fail = useCallback(() => setFailed(address ?? null), [address])
  // It may have failed before React took over the page, and then no event follows.
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0) image.decode().catch(fail)
    },
    [fail],
  )
  useEffect(() => (hasFailed ? onBackOnline(() => setFailed(null)) : undefined), [hasFailed])
  return { hasFailed, image: { ref, onError: fail }, retry: () => setFailed(null) }
}
