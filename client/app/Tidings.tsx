import { ToastRegion } from '#client/ui/ToastRegion.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'

/** What the shell tells in passing, over any screen. */
export function Tidings() {
  return (
    <>
      <ConnectionBanner />
      <ToastRegion />
    </>
  )
}
