# Types of two pooled fields each, sixteen deep: each of 20 events is 2^16 values, 430 MB of XML from 4,650 bytes.
# What is written of constants is bounded by the recording's size, that it is not all is said, and it stays valid.
base64 -d >nested.jfr.gz <<'END'
H4sIAAAAAAACA51W+XcbVxWeO1eLFzmL06RJ2pIALW1aUC3Zlm1SKI5iO3a8JVICDhQz0oxlOdKMmBk5NltN2Sn7ViiFQAkhhBBCCCGEEMIOBc
5h37cf+IG/Arjv3Rk/Reo5PUXn2N+97333vru9mRmdPKxpugaa/HXfywi7GfX7bn3sif9keFXPd/5La/ztffwpSX50bU37d1wD+rEIStSViEqM
KDGqxJgS40psU2K7EjuU2KnEhBK7lLhBiRuVuEmJm5XYrcQtUnxkjYuzYysARqpG2Q5B03ZrO6KA8aJTTa4kh3VEt24j4j17jkawg1eniBllg2
06kCvQtYgG26kuOoKm61H6vxNIAqS9qAa30zkbcvnh/Mj84SPT08P7JkfuoKXExHh+N/mslSuW+UuZR/xXDL9m+A3Dbxl+x/B7hj8w/JHhTwx/
ZvgLw18Z/sbwd4Z/MPyTIP7fk2uy3b8AjBYrhuehXjYR+jBiG1UL4wXHqViGjdCPkcKqbyFkMFJcNFyEAYx6i47rIwwilm3CIYxUHLuEeqoHow
sVx/BJTGHMdOqFioV6ugc3LRnLRrJi2KVkznfLRI4ulK2KiTHHmxYndjheftG1DHPcxDZBlqsJIa2vR0uuU6+h3pvGRNGxPd+w/VkKFCO+W6eg
l8uuXzcqdGCq8UC2x1jNcC0Kd+uSeTzpr9YsL9gZk147ZRkmHcO0XPLQS3/9GK8ZxeNGiXLo7cH2qmOWKWqXipVO40Z1QlZWMCKcNrrPNnjsMC
2v6JZrvuNibLFsmpZNXvooznX6lOUvOhSnxwVq2MmtVguUZowCqIuC9qawzVqpURMsEzcr3mwQbXyZgiw7NrZVnKLhC6nxHPbSTkWzaZdcxBZc
qrZIawDbzXLVsqU1pGglg7c0BOLTCXnXKFoUDIfbUSnb1nS9WqAku8SoFB3TGrdNa4WMh1qMR8VJ2BlWQxyzRVHkbl6UUU8PtnaKPNAoRotG3R
NV6G3MfSybDZZvKupYlsfLsG3H51LomRRGl40KjUw0P549mMN2GiXXz1Pi2OUZ1RrdymBoOjyVcdSTx2Oqp4djHlmxinXhMidtyE29Zrky/C6x
v7TgJkeWxcyRTQq3ibVpimHZ4lYHZnqmB9vMusvRdVrCIjie7NKc5HBR2OUs3xezEV9arnJeJBwNmp0gedgt1al9vkeXaLk6WjFKHsVCg6o2tk
+NT06O50ayM9P7c/O58ensyPzI7Ez2gHSQW68E1soygF7sFgFMHJ0atxcct8phigiOeNTzdmG06vlWFRNVo7hI05CnSleEaR92CtPs7BFxCzBS
Ko5Ll/3cobHs7KLhWbOyb51evTqzIGUPE+J5Ynk+b5FFhodhzHALNOBZp1Kxilwup7BEIt9APdOL0X1z+ZEcxk5Y5dKirPwA7hS2M5I4XAmvRF
D9RNWxy3Qr2UNXzbWWy07dmzlhU3JxwzRdi9bJzSDP8gQVc4pNRmxfFMDxwg4Qa4jbNZNrLBYWa3WMe07xuEUNiBYd8ontiye4y8I7PTm7g1I1
GsaMqlOn+Yn6QUnpsZoQvP2Gb0w6FFhswRAvEdwg55ZmY9Zyy+IpUihTaUW1U8EEkWvR1yDtiG+tiOqkqL3i7WatyPVktu75TpX7I+ZXmHg1eh
PsUo87dZeSw+pabb7JxCd31I+0ugmTRsGqcJZCFRkMc3ZgYCTdQzcECggrUu6h1Gu1ZK5HaulAS0mtN9DSUusLtF6p9Qdan9QygdYvtYFAy0ht
MNAGpDYUaINCS4WnD0ktRWMgT5fBUDkDVUZD9QtUGU6qL1RlPKn+UJUBpTKhur6eQXAxkhIZt4mVaSodttGz1TCpQBhzrZIcBDG14llBr432Ut
WfWVjwLKocheQ6jv9z+ub4EWh76ctDxwh93kEUYwLi2CagHTsEdGJCQBduELARNwnYjN0CtuAtAnbh7thWHbdpWzSCW7UuAdtZ2yE0xJ3abbff
IfTn0McmmdyGz9Np+bnhMhKblvfgvRFafr52p1imTyntLhZeoN3NxHu0TkG8E18o7O/T9jQSaeN+7Im2bpDwIhbYA0GSA7kL00Bais+/G+mh0W
DUq/WxUT+z+3Ao0rg/EAqDocChE/VBfJlOhi8mQ1reqz3wkpeK5QdwRHgY1u5nx/s4mqwAEfZ+tt6PYyKsUQ7rAI6DKtJBnBTaBGtTOL2+h/By
fMXcsQjpOa0LZnRt9tBh4Tev7eLwjmgPsnBUOyBOQnglvupZWrwGjblj8SYLHV/N2kNsP99kLz52u8JOExzieJfw+NyxthZfBSYVGUwGi2GBYT
E0KAmtTM7JnYO11mR0rGgbBVQZbAJNXCHv6biNaej4Wm5PUN1lPPFMmQcmYkamuAAT2kEugH8Tra408vwGfOPcsWhLF+ZburDCg63j65m4euh1
wv7NgI/As+8K4pvCi/Iwb+m4BlzLtwK+jVzqLS7fAlyNdwM+SoRYC+HtwC0aZXgHcBHfGeC7BJL9+wDfT/bYYv+eYFTeG0TyYcCPPM1BDVnMh8
F/AMR90/GDcFOxPySWydPHAB+D1kI/8/B+NMj5Ifw4zH0ChDiLj4fiJwGfCOVV/BSLOjwJ+DkQz5NPg3YS2ONnQlHHz8r0dDgJ+PmQdkrRTjXR
TgF+IaSdVrTTTbTTgF8MaWcU7UwT7Qzgl0LaWUU720Q7C/jlkHZO0c410c4BfiWknVe0802084BfDWkXFO1CE+0C4NdC2kVFu9hEuwj49ZB2Sd
EuNdEuAX4jpF1WtMtNtMuA3wxpVxTtShPtCuC3QtpVRbvaRLsK+O2Qdk3RrjXRrgF+J6RdV7TrTbTrgN8NaTcU7UYT7Qbg9wDWFxB+APjD/2Pc
Eb8P2pPC+Y9B/wn8FJ6Cn4H2PxkwVxEqEgAA
END
gzip -d nested.jfr.gz
for format in text json xml; do
    option=--$format
    [ "$format" != text ] || option=
    "$JFRTOOL" print $option nested.jfr 2>error >said
    echo "$format: $(($(wc -c <said) / 100000)) times 100 kB, $(head -c 20000 said | grep -c '= 7\|: 7\|>7<') values at the beginning"
    cat error
    [ "$format" != json ] || python3 -c 'import json; print(len(json.load(open("said"))["recording"]["events"]))'
    [ "$format" != xml ] || python3 -c 'import xml.etree.ElementTree as e; print(len(e.parse("said").findall("./events/event")))'
done
"$JFRTOOL" print nested.jfr 2>/dev/null | tail -6
