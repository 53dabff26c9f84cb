/** A channel between the tabs of this browser. */
export interface TabChannel<Message> {
  post: (message: Message) => void
  /** Returns the unsubscribe function. */
  onMessage: (listener: (message: Message) => void) => () => void
  close: () => void
}

/** Null if the browser has no channels or refuses them. Then the tabs do not communicate. */
export function openChannel<Message>(name: string): TabChannel<Message> | null {
  try {
    const channel = new BroadcastChannel(name)
    return {
      post(message) {
        try {
          channel.postMessage(message)
        } catch {
          // The browser has closed it.
        }
      },
      onMessage(listener) {
        const listening = new AbortController()
        channel.addEventListener('message', ({ data }: MessageEvent<Message>) => listener(data), listening)
        return () => listening.abort()
      },
      close: () => channel.close(),
    }
  } catch {
    return null
  }
}
