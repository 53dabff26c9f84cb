import { useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { PictureFrame } from './PictureFrame.tsx'
import { rememberSize, sizeOf } from './picture.sizes.ts'

interface LoadedPictureProps {
  address: string
  alt: string
  title: string | undefined
  isAlone: boolean
}

/** A picture, loaded when it comes near the screen; in words where it cannot be had. */
export function LoadedPicture({ address, alt, title, isAlone }: LoadedPictureProps) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return <PictureFrame alt={alt} isAlone={isAlone} reason={t('markdown.pictureFailed')} />
  return (
    <img
      src={address}
      alt={alt}
      title={title}
      {...sizeOf(address)}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        rememberSize(address, { width: naturalWidth, height: naturalHeight })
      }
      onError={() => setFailed(true)}
    />
  )
}
