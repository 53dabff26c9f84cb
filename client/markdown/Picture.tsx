import './picture.css'
import { use } from 'react'
import { t } from '#client/platform/language/language.ts'
import { LoadedPicture } from './LoadedPicture.tsx'
import { NoteLink } from './NoteLink.tsx'
import { PictureFrame } from './PictureFrame.tsx'
import { useAllowedHosts } from './picture.consent.ts'
import { useFileOf } from './picture.files.ts'
import { IsAuthor, WithinHolder } from './picture.place.ts'
import { pictureOrigin, readableHost } from './picture.policy.ts'
import { ShowPictures } from './ShowPictures.tsx'

interface PictureProps {
  src: string
  alt: string
  title: string | undefined
  /** By itself, rather than among words. */
  isAlone: boolean
}

/** A note's picture, or what stands in its place. */
export function Picture({ src, ...picture }: PictureProps) {
  const origin = pictureOrigin(src)
  if (origin.kind === 'own') return <LoadedPicture {...picture} {...origin} />
  if (origin.kind === 'goingUp') return <PictureGoingUp {...picture} uploadKey={origin.key} />
  if (origin.kind === 'refused') return <BlockedPicture {...picture} src={src} host={origin.host} />
  return <ForeignPicture {...picture} {...origin} />
}

/** As it lies on the device from which it goes up; nobody else sees it yet. */
function PictureGoingUp({ uploadKey, ...picture }: Omit<PictureProps, 'src'> & { uploadKey: string }) {
  const file = useFileOf(uploadKey)
  if (file !== undefined) return <LoadedPicture {...picture} address={file} />
  return <PictureFrame alt={picture.alt} isAlone={picture.isAlone} reason={t('markdown.pictureNotUp')} />
}

interface ForeignPictureProps extends Omit<PictureProps, 'src'> {
  address: string
  host: string
}

/** Another site's picture is loaded once its reader has asked for the pictures of that site. */
function ForeignPicture({ address, host, alt, title, isAlone }: ForeignPictureProps) {
  const isOwnText = use(IsAuthor)
  const isHeld = use(WithinHolder)
  const isAllowed = useAllowedHosts().includes(host)
  // The place stays when the button in it is pressed and goes: it takes the focus then.
  return (
    <span className="md-picture-place" tabIndex={-1}>
      {isOwnText || isAllowed ? (
        <LoadedPicture address={address} alt={alt} title={title} isAlone={isAlone} />
      ) : (
        <PictureFrame
          alt={alt}
          address={address}
          isAlone={isAlone}
          reason={
            isHeld ? t('markdown.pictureOf', { host: readableHost(host) }) : t('markdown.pictureElsewhere')
          }
          reasonOnPaper={t('markdown.pictureLeftOut', { host: readableHost(host) })}
        >
          {!isHeld && <ShowPictures host={host} alt={alt} />}
        </PictureFrame>
      )}
    </span>
  )
}

function BlockedPicture({ src, host, alt, isAlone }: PictureProps & { host: string }) {
  const words = alt || t('markdown.picture')
  return (
    <PictureFrame
      alt={use(WithinHolder) ? words : <NoteLink href={src}>{words}</NoteLink>}
      isAlone={isAlone}
      reason={t('markdown.pictureRefused', { host: readableHost(host) })}
    />
  )
}
