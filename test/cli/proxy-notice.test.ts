import { expect, test } from 'vitest'
import { proxyNotice } from '../../src/cli/proxy-notice.ts'

const cluster = 'https://a.cluster.example:8443/api'
const HTTPS_PROXY = 'http://max:geheim@proxy.example:3128'

test.each<[string, Record<string, string>, readonly string[], string]>([
  ['none is set', {}, [cluster], ''],
  ['one is', { HTTPS_PROXY }, [cluster], 'HTTPS_PROXY is'],
  ['in small letters', { https_proxy: HTTPS_PROXY }, [cluster], 'https_proxy is'],
  ['one for all', { ALL_PROXY: HTTPS_PROXY }, [cluster], 'ALL_PROXY is'],
  ['an empty one', { HTTPS_PROXY: '' }, [cluster], ''],
  ['that of the other scheme', { HTTP_PROXY: HTTPS_PROXY }, [cluster], ''],
  [
    'upstreams of both',
    { HTTPS_PROXY, HTTP_PROXY: HTTPS_PROXY },
    [cluster, 'http://b.example'],
    'HTTPS_PROXY and HTTP_PROXY are',
  ],
  ['no proxy leads to loopback', { HTTP_PROXY: HTTPS_PROXY }, ['http://127.0.0.1:4010', 'http://localhost:4010'], ''],
  ['one that NO_PROXY names', { HTTPS_PROXY, NO_PROXY: 'x.example, a.cluster.example' }, [cluster], ''],
  ['by its domain', { HTTPS_PROXY, no_proxy: '.cluster.example' }, [cluster], ''],
  ['by its domain and a star', { HTTPS_PROXY, NO_PROXY: '*.cluster.example:8443' }, [cluster], ''],
  ['as any', { HTTPS_PROXY, NO_PROXY: '*' }, [cluster, '*'], ''],
  ['a name that only ends alike', { HTTPS_PROXY, NO_PROXY: 'luster.example' }, [cluster], 'HTTPS_PROXY is'],
  ['hosts of a forward proxy', { HTTPS_PROXY }, ['*.cluster.example'], 'HTTPS_PROXY is'],
  ['hosts that NO_PROXY names', { HTTPS_PROXY, NO_PROXY: 'cluster.example' }, ['*.cluster.example'], ''],
  ['any host', { HTTPS_PROXY, NO_PROXY: 'cluster.example' }, ['*'], 'HTTPS_PROXY is'],
])('%s', (_what, env, upstreams, said) => {
  expect(proxyNotice(env, upstreams)).toBe(said && `the recorder connects to upstreams directly: ${said} not used\n`)
})
