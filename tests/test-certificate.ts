/**
 * A certificate of tests, for games.example and moved.example, which nobody trusts but a test that says so. It has signed itself, and is valid
 * for a hundred years.
 */
export const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBqjCCAVCgAwIBAgIUCOiq7kaSYElWMZvDprtoljPdi2swCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKS2lkZG8gdGVzdDAgFw0yNjExMjcwODAzMjhaGA8yMTI2MTEw
MzA4MDMyOFowFTETMBEGA1UEAwwKS2lkZG8gdGVzdDBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABG+g8CdpAVB84iqc3Fs6Uxoak9Tk8edAruVW8xdImigLYFQYLJjt
2lwVTKXAaouiyzVS+KlFGPBejnyqOz/1nWqjfDB6MB0GA1UdDgQWBBQlJpNPRH+m
LeIqA2q2rygWPe/NCzAfBgNVHSMEGDAWgBQlJpNPRH+mLeIqA2q2rygWPe/NCzAn
BgNVHREEIDAegg1nYW1lcy5leGFtcGxlgg1tb3ZlZC5leGFtcGxlMA8GA1UdEwEB
/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAJl7WjOezYHcpdU4LmCXQ/knsx+V
wDPtMggt8RlxAx04AiBPlwsZHQRqz4Pw6ohZMs/VLXqI+f3qp9p1jJj7xCHUng==
-----END CERTIFICATE-----`;

/** Its key. It opens nothing anywhere. */
export const TEST_CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJEgug1YImXpM4lq5
X80oWV7Z+el6CdEwJYt9ImnXuYuhRANCAARvoPAnaQFQfOIqnNxbOlMaGpPU5PHn
QK7lVvMXSJooC2BUGCyY7dpcFUylwGqLoss1UvipRRjwXo58qjs/9Z1q
-----END PRIVATE KEY-----`;
