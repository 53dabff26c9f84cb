import './picture.css'
import { type CSSProperties, type ReactNode, use } from 'react'
import { usePicture } from '#client/platform/browser/usePicture.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { IsAuthor, IsInsideInteractive, type StaticPage, StaticPageContext } from './markdownContexts.ts'
import { NoteLink, RELATION_OF_VISITOR } from './NoteLink.tsx'
import { ShowPicturesButton, useAllowedHosts } from './PictureConsent.tsx'
import { useLocalFile } from './picture.localFiles.ts'
import { classifyPicture, type PictureOrigin, readableHost } from './picture.policy.ts'
import { knownSizeOf, type PictureSize, saveSize } from './picture.sizes.ts'
import { NOT_TEXT } from './textAttribute.ts'

interface PictureProps {
  src: string
  alt: string
  title: string | undefined
  /** Whether it has its own paragraph, instead of being among words. */
  isAlone: boolean
}

/** A picture of a note, or a placeholder. */
export function Picture({ src, ...picture }: PictureProps) {
  const origin = classifyPicture(src)
  const staticPage = use(StaticPageContext)
  if (staticPage) return <StaticPicture {...picture} origin={origin} page={staticPage} />
  if (origin.kind === 'own') return <LoadedPicture {...picture} {...origin} />
  if (origin.kind === 'uploading') return <UploadingPicture {...picture} uploadKey={origin.key} />
  if (origin.kind === 'blocked') return <BlockedPicture {...picture} src={src} host={origin.host} />
  return <ExternalPicture {...picture} {...origin} />
}

/** Only pictures of this server are loaded. Others are links: loading them would tell their site who reads the page. */
function StaticPicture({
  origin,
  page,
  alt,
  title,
  isAlone,
}: Omit<PictureProps, 'src'> & { origin: PictureOrigin; page: StaticPage }) {
  const isInsideInteractive = use(IsInsideInteractive)
  const address = origin.kind === 'own' ? page.picture(origin.address) : null
  if (origin.kind === 'own' && address !== null)
    return <img src={address} alt={alt} title={title} {...origin.size} loading="lazy" decoding="async" />
  const label = alt || t('markdown.picture')
  const host = 'host' in origin ? readableHost(origin.host) : ''
  return (
    <span className={isAlone ? 'md-picture md-picture--block' : 'md-picture'}>
      <bdi className="md-picture__alt">
        {origin.kind === 'external' && !isInsideInteractive ? (
          <a href={origin.address} rel={RELATION_OF_VISITOR}>
            {label}
          </a>
        ) : (
          label
        )}
      </bdi>
      {isAlone && host !== '' && <span> {t('markdown.pictureOf', { host })}</span>}
    </span>
  )
}

/** Shows the local file on the device that uploads it, and a placeholder elsewhere. */
function UploadingPicture({ uploadKey, ...picture }: Omit<PictureProps, 'src'> & { uploadKey: string }) {
  const file = useLocalFile(uploadKey)
  if (file !== undefined) return <LoadedPicture {...picture} address={file} />
  return (
    <PicturePlaceholder alt={picture.alt} isAlone={picture.isAlone} reason={t('markdown.pictureNotUp')} />
  )
}

interface ExternalPictureProps extends Omit<PictureProps, 'src'> {
  address: string
  host: string
}

/** Loads the picture of another site only after the reader has allowed the site. */
function ExternalPicture({ address, host, alt, title, isAlone }: ExternalPictureProps) {
  const isOwnText = use(IsAuthor)
  const isInsideInteractive = use(IsInsideInteractive)
  const isAllowed = useAllowedHosts().includes(host)
  // The container takes the focus when its button is removed.
  return (
    <span className="md-picture-container" tabIndex={-1}>
      {isOwnText || isAllowed ? (
        <LoadedPicture address={address} alt={alt} title={title} isAlone={isAlone} />
      ) : (
        <PicturePlaceholder
          alt={alt}
          address={address}
          isAlone={isAlone}
          reason={
            isInsideInteractive
              ? t('markdown.pictureOf', { host: readableHost(host) })
              : t('markdown.pictureElsewhere')
          }
          printedReason={t('markdown.pictureLeftOut', { host: readableHost(host) })}
        >
          {!isInsideInteractive && <ShowPicturesButton host={host} alt={alt} />}
        </PicturePlaceholder>
      )}
    </span>
  )
}

function BlockedPicture({ src, host, alt, isAlone }: PictureProps & { host: string }) {
  const label = alt || t('markdown.picture')
  return (
    <PicturePlaceholder
      alt={use(IsInsideInteractive) ? label : <NoteLink href={src}>{label}</NoteLink>}
      isAlone={isAlone}
      reason={t('markdown.pictureRefused', { host: readableHost(host) })}
    />
  )
}

interface LoadedPictureProps extends Omit<PictureProps, 'src'> {
  address: string
  /** The size in the address of the picture. Other pictures use the size of an earlier visit. */
  size?: PictureSize
}

/** An image, loaded when it comes near the screen. After a failure, a placeholder with a retry button. */
function LoadedPicture({ address, size, alt, title, isAlone }: LoadedPictureProps) {
  const file = useLocalFile(address)
  const shouldSaveSize = size === undefined && !address.startsWith('blob:')
  const isInsideInteractive = use(IsInsideInteractive)
  const { hasFailed, image, retry } = usePicture(file ?? address)

  if (hasFailed)
    return (
      <PicturePlaceholder
        alt={
          alt && (
            <span role="img" aria-label={alt}>
              {alt}
            </span>
          )
        }
        size={size}
        address={address}
        isAlone={isAlone}
        reason={t('markdown.pictureFailed')}
      >
        {!isInsideInteractive && (
          <Button kind="quiet" className="md-picture__show no-print" onClick={retry}>
            {t('common.retry')}
          </Button>
        )}
      </PicturePlaceholder>
    )
  return (
    <img
      src={file ?? address}
      alt={alt}
      title={title}
      {...(size ?? knownSizeOf(address))}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        shouldSaveSize && saveSize(address, { width: naturalWidth, height: naturalHeight })
      }
      {...image}
    />
  )
}

interface PicturePlaceholderProps {
  alt: ReactNode
  /** Why the picture is missing. */
  reason: string
  /** Replaces `reason` on paper, where no button can be pressed. */
  printedReason?: string
  /** Reserves the size that a picture at this address had on an earlier visit. */
  address?: string
  /** Overrides the size of an earlier visit. */
  size?: PictureSize | undefined
  isAlone: boolean
  children?: ReactNode
}

/** In CSS pixels: a smaller block cannot hold a button. */
const SMALLEST_BLOCK = { width: 200, height: 120 }

/** Is inline among words and for small pictures, otherwise a block of the size of the picture. */
function PicturePlaceholder({
  alt,
  reason,
  printedReason,
  address,
  size = address === undefined ? undefined : knownSizeOf(address),
  isAlone,
  children,
}: PicturePlaceholderProps) {
  const isSmall =
    size !== undefined && (size.width < SMALLEST_BLOCK.width || size.height < SMALLEST_BLOCK.height)
  const isBlock = isAlone && !isSmall
  const style = size && { '--width': `${size.width}px`, '--ratio': `${size.width} / ${size.height}` }
  return (
    <span
      className={isBlock ? 'md-picture md-picture--block' : 'md-picture'}
      style={style as CSSProperties | undefined}
      {...NOT_TEXT}
    >
      {/* Isolates characters that change the text direction. */}
      <bdi className="md-picture__alt">{alt || t('markdown.picture')}</bdi>
      {/* Inline, the button is enough. */}
      {(isBlock || !children) && (
        <span className={printedReason === undefined ? undefined : 'no-print'}> {reason}</span>
      )}
      {printedReason !== undefined && <span className="md-picture__print-note"> {printedReason}</span>}
      {children && <> {children}</>}
    </span>
  )
}
